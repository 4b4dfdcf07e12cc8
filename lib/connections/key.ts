/** Why a text is not an API key. */
export type KeyReason =
  | 'empty'
  /** The dots or asterisks that a page shows in place of the key. */
  | 'masked'
  /** An address was pasted. */
  | 'url'
  /** Less than 8 characters. */
  | 'short'
  /** More than 4096 characters. */
  | 'long'
  /** A space or line break inside: other text was copied with the key, or the key was broken in two. */
  | 'space'
  /** A character that a header cannot contain. */
  | 'character';

/**
 * The result of reading a typed key. `corrected`: whether `key` differs from the typed text. `refused`: why the text is
 * no key. `position`: where its first bad character is, counted from 1. A refusal never contains the typed text.
 */
export type Key = { key: string; corrected: boolean } | { refused: KeyReason; position?: number };

/** Text that is often copied together with a key, from a header or a line of code. */
const wrapping = /^(["'`“”‘’«»]+|authorization\s*[:=]|bearer[\s:]|bearer$)|["'`“”‘’«»]+[,;]?$/i;

function unwrapped(text: string): string {
  const bare = text.trim();
  const inner = bare.replace(wrapping, '');
  return inner === bare ? bare : unwrapped(inner);
}

/** A normalised key: only characters that an HTTP header can carry. */
export const keyPattern = /^[\x21-\x7e]{8,4096}$/;

const keyRules: readonly [(key: string) => boolean, KeyReason][] = [
  [(key) => key === '', 'empty'],
  [(key) => key.length > 4096, 'long'],
  [(key) => /[•●⬤∙]|^[*.]{4}/.test(key), 'masked'],
  [(key) => /^([a-z][a-z\d+.-]*:)?\/\/|^www\./i.test(key), 'url'],
];

/**
 * Normalises and checks a pasted API key: removes white space around it, invisible characters, quotes, `Authorization:`
 * and `Bearer`. Never throws. A key that is already normalised comes back unchanged.
 */
export function parseKey(text: string): Key {
  // 6144 characters leave room for text around the longest key, and bound the work.
  if (text.length > 6144) return { refused: 'long' };
  const key = unwrapped(text.replace(/\p{Cf}/gu, ''));
  const bad = keyRules.find(([is]) => is(key));
  if (bad) return { refused: bad[1] };
  const chars = [...key];
  const index = chars.findIndex((char) => !/^[\x21-\x7e]$/.test(char));
  if (index >= 0) return { refused: /\s/.test(chars[index] ?? '') ? 'space' : 'character', position: index + 1 };
  return keyPattern.test(key) ? { key, corrected: key !== text } : { refused: 'short' };
}
