import { plain } from '../util/plain.ts';
import { siteOfText } from './parse.ts';

/** A host, and the form in which pages show it (`shown`), in Unicode. */
export interface ShownHost {
  host: string;
  shown: string;
}

/**
 * Matches invisible characters that copying may add to a text. Does not match joiners, because names may contain them.
 */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const cleaned = (typed: string): string => typed.replace(unseen, '').trim();

/**
 * Whether a search text must be parsed as a host. True if it looks like an address, or like a name with fullwidth
 * letters or an ideographic full stop.
 */
const isAddress = (text: string): boolean =>
  /^(https?:)?\/\/|[^/]\/$/i.test(text) ||
  (/[\uff01-\uff5e\u3002\uff61]/.test(text) && /[.\uff0e\u3002\uff61]/.test(text));

/**
 * Returns the text to search for: the host of a pasted address, or any other text as typed without invisible
 * characters.
 */
export function searchedText(typed: string): string {
  const text = cleaned(typed);
  const site = isAddress(text) ? siteOfText(text) : undefined;
  return site && 'host' in site ? site.host : text;
}

const searched = (typed: string): string => plain(searchedText(typed));

/**
 * Returns how closely a host matches a search text: from 4 (they are equal) to 1 (the host contains the text, or begins
 * with it if `www.` is left out of the text), or 0 if it does not match.
 */
function closeness(text: string, { host, shown }: ShownHost): number {
  const isAt = (start: string) => shown.startsWith(start) || host.startsWith(start);
  if (!shown.includes(text) && !host.includes(text)) return Number(isAt(text.replace(/^www\.(?=.)/, '')));
  if (shown === text || host === text) return 4;
  if (isAt(text) || isAt(`www.${text}`)) return 3;
  return shown.includes(`.${text}`) ? 2 : 1;
}

/** Returns the hosts that match a typed text, the closest match first. Equally close hosts are sorted by length. */
export function matches<T extends ShownHost>(typed: string, hosts: readonly T[]): T[] {
  const text = searched(typed);
  if (!text) return [];
  return hosts
    .map((one) => ({ one, close: closeness(text, one) }))
    .filter(({ close }) => close)
    .sort((a, b) => b.close - a.close || a.one.shown.length - b.one.shown.length)
    .map(({ one }) => one);
}

/**
 * Splits a shown host into the part before a typed text, the typed text, and the part after it. If the host does not
 * contain the text, the first part is the whole host.
 */
export function partsOf(shown: string, typed: string): [before: string, match: string, after: string] {
  const text = searched(typed);
  const from = shown.indexOf(text);
  return from < 0 || !text
    ? [shown, '', '']
    : [shown.slice(0, from), shown.slice(from, from + text.length), shown.slice(from + text.length)];
}
