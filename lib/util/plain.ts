/** Matches texts that need no conversion. Most names need none, and this test is faster than normalizing them. */
const isPlain = /^[^A-Z\x80-\uffff]*$/;

/**
 * Returns a text in a form for comparison: composed (NFC) and in lower case. The Turkish letter İ becomes a plain i.
 */
export const plain = (text: string): string =>
  isPlain.test(text) ? text : text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i');
