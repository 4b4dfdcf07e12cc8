/** Matches texts that are plain already. Most names are, and this test is faster than normalizing. */
const isPlain = /^[^A-Z\x80-\uffff]*$/;

/** Returns a text in a form for comparing: composed (NFC) and in lower case. The Turkish letter İ becomes a plain i. */
export const plain = (text: string): string =>
  isPlain.test(text) ? text : text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i');
