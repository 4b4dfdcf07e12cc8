import { type HostReason, type ParsedSite, siteNotesOf, siteOfText } from '../hosts/parse.ts';
import type { JobFields } from '../jobs/types.ts';
import { type Candidate, candidates, isEmail, isFileName, plainHostOf } from './candidates.ts';
import { endingOf } from './endings.ts';

/**
 * Why a line yields no site: the reasons for any address; a comment; an e-mail address; nothing like a site; an
 * unclosed quote; a name beside an address; a DNS record that leads to no website.
 */
export type ParseReason = HostReason | 'comment' | 'email' | 'nothing' | 'quote' | 'beside-address' | 'record';

/** A site that was read, or a line without one. */
export interface Entry {
  /** The file, tabs or bookmarks it was read from; '' or absent for the text box. */
  source?: string;
  /** Counted from 1. */
  line: number;
  /** The text as written; at most 200 characters. */
  text: string;
  site: ParsedSite | { refused: ParseReason };
  /** Whether a wildcard before the name was removed. */
  wildcard?: boolean;
  /** The position of the name in `text`, if words beside it were left out. `text` is then the surrounding line. */
  words?: readonly [from: number, to: number];
  /** Whether it is a name in a DNS zone that only machines use. */
  isService?: boolean;
  /** The settings from the same row of a table, or the settings of the copied website. */
  own?: JobFields;
  /** Whether its row has a privacy that was not understood. */
  unread?: true;
  /** For a copied website: the id of the connection that it goes to. */
  to?: string;
}

const maxEntry = 200;
export const shortened = (text: string) => (text.length > maxEntry ? `${text.slice(0, maxEntry - 1)}…` : text);

/** Shortens a line with words around a name, so that the name is still in it. */
function shortenedAround(line: string, { at, text: name }: Candidate): Required<Pick<Entry, 'text' | 'words'>> {
  const from = line.length > maxEntry ? Math.max(0, at - maxEntry / 2) : 0;
  const start = from ? at - from + 1 : at;
  return { text: shortened(from ? `…${line.slice(from)}` : line), words: [start, start + name.length] };
}

/** Makes an entry without a site. `reason`: why it has none. */
export const refused = (line: number, text: string, reason: ParseReason): Entry => ({
  line,
  text: shortened(text),
  site: { refused: reason },
});

/**
 * Matches the start of a comment, but not `#1 example.com` (a numbered list) or `//example.com` (without its scheme).
 */
const comment = /^(?:#(?!\d)|\/\/(?!\S+\.\S))/;
const emptyMark = /^(?:(?:[\p{Pd}\u2212_=*~]+|n\/a)(?:[\s,;|]+|$))+$/iu;

/** Whether a text is only dashes and the like, or `n/a`, as lists have in place of a site. */
export const isPlaceholder = (text: string): boolean => emptyMark.test(text);

/**
 * Returns the entry for a line without any candidate. A single word may still be a local host, or a refused kind of
 * address.
 */
function whole(text: string, line: number): Entry {
  if (text.split(/[\s,;]+/).some(isEmail)) return refused(line, text, 'email');
  if (/\s/.test(text) || isFileName(text)) return refused(line, text, 'nothing');
  return text.startsWith('-')
    ? refused(line, text, 'bad-host')
    : { line, text: shortened(text), site: siteOfText(text) };
}

function siteAt(address: string): Entry['site'] {
  const plain = plainHostOf(address);
  return plain ? { host: plain, notes: siteNotesOf(plain) } : siteOfText(address);
}

/**
 * Yields the entries of one line or cell, at least one. Yields undefined where reading may pause, as `candidates` does.
 */
export function* entriesOf(text: string, line: number): Generator<Entry | undefined> {
  if (comment.test(text)) return yield refused(line, text, 'comment');
  const seen = new Set<string>();
  const titles = new Map<string, string>();
  // A table may hold a site's name and its address on one line.
  const unseen = (candidate: Candidate): Entry | undefined => {
    const { text: found, address, besideAddress, wildcard, words } = candidate;
    if (seen.has(address)) return undefined;
    const site = siteAt(address);
    const host = 'host' in site ? site.host : '';
    if (host && seen.has(host)) return undefined;
    if (besideAddress) return void titles.set(host, found);
    seen.add(host).add(address);
    const written = words ? shortenedAround(text, candidate) : { text: shortened(found) };
    return { line, site, ...(wildcard ? { wildcard } : {}), ...written };
  };
  for (const found of candidates(text)) yield found && unseen(found);
  for (const [host, found] of titles) if (!seen.has(host)) yield refused(line, found, 'beside-address');
  if (!seen.size && !titles.size) yield whole(text, line);
}

/** Returns an entry after the person has rewritten its text. The settings from its row stay. */
export function rewritten(
  { text: _text, site: _site, wildcard: _wildcard, words: _words, isService: _isService, ...kept }: Entry,
  text: string,
): Entry[] {
  return [...entriesOf(text.trim(), kept.line)].flatMap((entry) => (entry ? { ...kept, ...entry } : []));
}

/** A line of a text, counted from 1. */
export interface Line {
  line: number;
  text: string;
}

/** Yields the lines of a text that are not blank, lazily, without the spaces around them. */
export function* linesOf(text: string): Generator<Line> {
  let line = 1;
  for (const [part] of text.matchAll(/[^\r\n]+|\r\n|\r|\n/g)) {
    if (/^[\r\n]/.test(part)) line += 1;
    else if (part.trim()) yield { line, text: part.trim() };
  }
}

/** Returns where a line of a text begins and ends, as positions in the text. */
export function rangeOfLine(text: string, line: number): [from: number, to: number] {
  const lines = text.split('\n');
  const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  return [from, from + (lines[line - 1]?.length ?? 0)];
}

/** Returns the host of a text that is one candidate, or a single word. */
function hostIn(text: string): string | undefined {
  const found = [...candidates(text)].find((one) => one);
  const site = siteAt(found?.address ?? text);
  return 'host' in site ? site.host : undefined;
}

/** Returns a candidate's text with another ending of `host`; undefined if it has no such host in ASCII. */
function withEnding(text: string, host: string, ending: string): string | undefined {
  if (hostIn(text) !== host) return undefined;
  const old = endingOf(host);
  const other = `${host.slice(0, -old.length)}${ending}`;
  return [...text.matchAll(new RegExp(old, 'gi'))]
    .map(({ index }) => `${text.slice(0, index)}${ending}${text.slice(index + old.length)}`)
    .find((changed) => hostIn(changed) === other);
}

/**
 * Returns a text in which every mention of a host in a line has the ending of `meant`; undefined if the line, read by
 * itself, has none. What is no site stays, such as an e-mail address or a path.
 */
export function withMeant(text: string, line: number, host: string, meant: string): string | undefined {
  const [from, to] = rangeOfLine(text, line);
  const ending = endingOf(meant);
  const row = text.slice(from, to);
  const found = [...candidates(row)].flatMap((one) => one ?? []);
  const word = { text: row.trim(), at: row.indexOf(row.trim()) };
  let changed = text;
  for (const part of found.length ? found.toReversed() : [word]) {
    const other = withEnding(part.text, host, ending);
    if (other === undefined) continue;
    const at = from + part.at;
    changed = `${changed.slice(0, at)}${other}${changed.slice(at + part.text.length)}`;
  }
  return changed === text ? undefined : changed;
}

/** Yields the entries of a text's lines, lazily. Yields undefined where reading may pause. */
export function* readLines(text: string): Generator<Entry | undefined> {
  for (const { line, text: row } of linesOf(text)) if (!isPlaceholder(row)) yield* entriesOf(row, line);
}
