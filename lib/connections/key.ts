/** Why a typed text is not an API key. */
export type KeyReason =
  | 'empty'
  /** The text consists of the dots or asterisks that a page shows in place of a key. */
  | 'masked'
  | 'url'
  | 'short'
  | 'long'
  /** The text contains a space or a line break: more than the key was copied, or the key was split in two. */
  | 'space'
  /** The text contains a character that is not allowed in a header. */
  | 'character';

/**
 * The result of reading a typed key. `corrected`: whether `key` differs from the typed text. `refused`: why the text is
 * not a key. `position`: where the first bad character is in the cleaned text, counted from 1, if there is one. A
 * refusal never contains the typed text.
 */
export type Key = { key: string; corrected: boolean } | { refused: KeyReason; position?: number };

/** Matches text that is often copied along with a key, from a header or a line of code. */
const wrapping = /^(["'`“”‘’«»]+|authorization\s*[:=]|bearer[\s:]|bearer$)|["'`“”‘’«»]+[,;]?$/i;

function unwrapped(text: string): string {
  const bare = text.trim();
  const inner = bare.replace(wrapping, '');
  return inner === bare ? bare : unwrapped(inner);
}

/** Matches a key in its normal form, which can be sent in a header. */
export const keyPattern = /^[\x21-\x7e]{8,4096}$/;

const keyRules: readonly [(key: string) => boolean, KeyReason][] = [
  [(key) => key === '', 'empty'],
  [(key) => key.length > 4096, 'long'],
  [(key) => /[•●⬤∙]|^[*.]{4}/.test(key), 'masked'],
  [(key) => /^([a-z][a-z\d+.-]*:)?\/\/|^www\./i.test(key), 'url'],
];

/**
 * Returns a pasted API key in its normal form, or why it is refused. Removes surrounding white space, invisible
 * characters, quotes, `Authorization:` and `Bearer`. A key in normal form stays the same. Never throws.
 */
export function parseKey(text: string): Key {
  // 6144 characters are enough for the longest key with the text around it. The limit also bounds the running time.
  if (text.length > 6144) return { refused: 'long' };
  const key = unwrapped(text.replace(/\p{Cf}/gu, ''));
  const bad = keyRules.find(([is]) => is(key));
  if (bad) return { refused: bad[1] };
  const chars = [...key];
  const index = chars.findIndex((char) => !/^[\x21-\x7e]$/.test(char));
  if (index >= 0) return { refused: /\s/.test(chars[index] ?? '') ? 'space' : 'character', position: index + 1 };
  return keyPattern.test(key) ? { key, corrected: key !== text } : { refused: 'short' };
}
