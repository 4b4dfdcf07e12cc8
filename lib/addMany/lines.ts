import { type HostReason, type ParsedSite, siteNotesOf, siteOfText } from '../hosts/parse.ts';
import { candidates, isEmail, plainHostOf } from './tokens.ts';

/** Why a line of a list gives no site: as for any address; it is a comment; it holds an e-mail address, or nothing like a site; in a table, a quote that is not closed. */
export type ParseReason = HostReason | 'comment' | 'email' | 'nothing' | 'quote';

/** One thing that was read as a site, or a line that gave none. */
export interface Entry {
  /** Counted from 1. */
  line: number;
  /** What was read, as it was written; at most 200 characters. */
  text: string;
  site: ParsedSite | { refused: ParseReason };
  /** A wildcard before the name was left out. */
  wildcard?: boolean;
}

const maxEntry = 200;
const clip = (text: string) => (text.length > maxEntry ? `${text.slice(0, maxEntry - 1)}…` : text);

/** What gives no site, and why. */
export const refused = (line: number, text: string, reason: ParseReason): Entry => ({
  line,
  text: clip(text),
  site: { refused: reason },
});

/** `#1 example.com` is a numbered list, and `//example.com` an address without a scheme. */
const comment = /^(?:#(?!\d)|\/\/(?!\S+\.\S))/;
const placeholder = /^(?:(?:[\p{Pd}\u2212_=*~]+|n\/a)(?:[\s,;|]+|$))+$/iu;

/** Nothing but rules and dashes, or `n/a`: what stands in a list where there is no site. */
export const isPlaceholder = (text: string): boolean => placeholder.test(text);

/** A line without any candidate: one word may still be the name of a local host, or an address of a kind that is refused. */
function whole(text: string, line: number): Entry {
  if (text.split(/[\s,;]+/).some(isEmail)) return refused(line, text, 'email');
  return /\s/.test(text) ? refused(line, text, 'nothing') : { line, text: clip(text), site: siteOfText(text) };
}

/** The sites of one line or cell; at least one entry. */
export function* entriesOf(text: string, line: number): Generator<Entry> {
  if (comment.test(text)) return yield refused(line, text, 'comment');
  const seen = new Set<string>();
  for (const { text: found, address, wildcard } of candidates(text)) {
    // A table may hold a site's name and its address on one line.
    if (seen.has(address)) continue;
    const plain = plainHostOf(address);
    const site = plain ? { host: plain, notes: siteNotesOf(plain) } : siteOfText(address);
    const host = 'host' in site ? site.host : '';
    if (host && seen.has(host)) continue;
    seen.add(host).add(address);
    yield { line, text: clip(found), site, ...(wildcard ? { wildcard } : {}) };
  }
  if (!seen.size) yield whole(text, line);
}

/** The sites of a text's lines from line `first` on, lazily. */
export function* readLines(text: string, first = 1): Generator<Entry> {
  let line = 1;
  for (const [part] of text.matchAll(/[^\r\n]+|\r\n|\r|\n/g)) {
    if (/^[\r\n]/.test(part)) line += 1;
    else if (line >= first && part.trim() && !isPlaceholder(part.trim())) yield* entriesOf(part.trim(), line);
  }
}
