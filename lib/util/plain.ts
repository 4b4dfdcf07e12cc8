/** Returns a text in a form for comparing: composed (NFC) and in lower case. The Turkish letter İ becomes a plain i. */
export const plain = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i');
