/** Returns a text in the form in which texts are compared. The Turkish letter İ counts as an i, without its dot. */
export const plain = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i');
