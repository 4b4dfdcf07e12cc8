import { type HostReason, type ParsedSite, siteNotesOf, siteOfText } from '../hosts/parse.ts';
import type { JobFields } from '../jobs/types.ts';
import { type Candidate, candidates, isEmail, isFileName, plainHostOf } from './candidates.ts';
import { endingOf } from './endings.ts';

/**
 * Why a line yields no site: a reason that holds for any address (`HostReason`), or one of these. `comment`, `email`:
 * it is a comment or an e-mail address. `nothing`: nothing in it looks like a site. `quote`: it has a quote that is
 * never closed. `beside-address`: it is a name beside an address, probably a title. `record`: it is a DNS record that
 * does not lead to a website.
 */
export type ParseReason = HostReason | 'comment' | 'email' | 'nothing' | 'quote' | 'beside-address' | 'record';

/** A site that was read from a text, or a line without a site. */
export interface Entry {
  /** The name of the file, tabs or bookmarks that the entry comes from. '' or missing if it comes from the text box. */
  source?: string;
  /** The number of the entry's line, counted from 1. */
  line: number;
  /** The text as written, shortened to 200 characters. */
  text: string;
  site: ParsedSite | { refused: ParseReason };
  /** Set if a wildcard was removed from the beginning of the name. */
  wildcard?: boolean;
  /**
   * Set if the name may be only part of other text (see `words` in `Candidate`). `text` is then the line, shortened
   * around the name, and `words` is the position of the name in `text`.
   */
  words?: readonly [from: number, to: number];
  /** Set for a name in a DNS zone that only machines use, such as the name of a mail server. */
  isService?: boolean;
  /** Set if the name looks like that of a file (see `Candidate`). */
  isFile?: true;
  /** The settings of the website, from the same row of a table or from the website that is copied. */
  own?: JobFields;
  /** Set if the entry's table row or copied website may have a privacy that Waymark could not read. */
  unread?: true;
  /**
   * The id of the connection to which the site will be added. Set for copied websites, and for failed items from
   * `failedCopies`.
   */
  to?: string;
}

const maxEntry = 200;
/** Cuts a text to at most 200 characters, and ends it with an ellipsis if anything was cut off. */
export const shortened = (text: string) => (text.length > maxEntry ? `${text.slice(0, maxEntry - 1)}…` : text);

/** Shortens a line around the name, and returns the position of the name in the shortened line (`words`). */
function shortenedAround(line: string, { at, text: name }: Candidate): Required<Pick<Entry, 'text' | 'words'>> {
  const from = line.length > maxEntry ? Math.max(0, at - maxEntry / 2) : 0;
  const start = from ? at - from + 1 : at;
  return { text: shortened(from ? `…${line.slice(from)}` : line), words: [start, start + name.length] };
}

/** Returns an entry for a line without a site. `reason`: why there is none. */
export const refused = (line: number, text: string, reason: ParseReason): Entry => ({
  line,
  text: shortened(text),
  site: { refused: reason },
});

/**
 * Matches the start of a comment. Does not match `#1 example.com`, which is an entry of a numbered list, or
 * `//example.com`, an address without a scheme.
 */
const comment = /^(?:#(?!\d)|\/\/(?!\S+\.\S))/;
const emptyMark = /^(?:(?:[\p{Pd}\u2212\u2500-\u257f_=*~+:]+|n\/a)(?:[\s,;|]+|$))+$/iu;

/** Whether a text is only a placeholder for a missing site, such as dashes or `n/a`, or a ruled line of a table. */
export const isPlaceholder = (text: string): boolean => emptyMark.test(text);

/**
 * Returns the entry for a line in which nothing looks like a site. A single word is parsed anyway: it may be a local
 * host, or an address that is refused for a more specific reason.
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

/** Yields the entries of one line or cell, at least one. Also yields undefined wherever the caller can pause. */
export function* entriesOf(text: string, line: number): Generator<Entry | undefined> {
  if (comment.test(text)) return yield refused(line, text, 'comment');
  const seen = new Set<string>();
  const titles = new Map<string, string>();
  // Returns the entry of a candidate. Returns undefined if the line has already named the site, because a line may
  // contain both the name and the address of one site.
  const unseen = (candidate: Candidate): Entry | undefined => {
    const { text: found, address, besideAddress, wildcard, words, isFile } = candidate;
    if (seen.has(address)) return undefined;
    const site = siteAt(address);
    const host = 'host' in site ? site.host : '';
    if (host && seen.has(host)) return undefined;
    if (besideAddress) return void titles.set(host, found);
    seen.add(host).add(address);
    const written = words ? shortenedAround(text, candidate) : { text: shortened(found) };
    return { line, site, ...(wildcard ? { wildcard } : {}), ...(isFile ? { isFile } : {}), ...written };
  };
  for (const found of candidates(text)) yield found && unseen(found);
  for (const [host, found] of titles) if (!seen.has(host)) yield refused(line, found, 'beside-address');
  if (!seen.size && !titles.size) yield whole(text, line);
}

/**
 * Returns the entries of a text that the person has rewritten. They keep everything else of the old entry, such as its
 * settings, source and line number.
 */
export function rewritten(
  {
    text: _text,
    site: _site,
    wildcard: _wildcard,
    words: _words,
    isService: _isService,
    isFile: _isFile,
    ...kept
  }: Entry,
  text: string,
): Entry[] {
  return [...entriesOf(text.trim(), kept.line)].flatMap((entry) => (entry ? { ...kept, ...entry } : []));
}

/** A line of a text, and its number, counted from 1. */
export interface Line {
  line: number;
  text: string;
}

/** Yields the lines of a text that are not blank, each without white space at its ends. */
export function* linesOf(text: string): Generator<Line> {
  let line = 1;
  for (const [part] of text.matchAll(/[^\r\n]+|\r\n|\r|\n/g)) {
    if (/^[\r\n]/.test(part)) line += 1;
    else if (part.trim()) yield { line, text: part.trim() };
  }
}

/** Returns the positions at which a line of a text begins and ends. `line`: the number of the line, counted from 1. */
export function rangeOfLine(text: string, line: number): [from: number, to: number] {
  const lines = text.split('\n');
  const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  return [from, from + (lines[line - 1]?.length ?? 0)];
}

/**
 * Returns the host of the first site in a text. If nothing looks like a site, parses the text itself as one. Undefined
 * if that gives no valid host.
 */
function hostIn(text: string): string | undefined {
  const found = [...candidates(text)].find((one) => one);
  const site = siteAt(found?.address ?? text);
  return 'host' in site ? site.host : undefined;
}

/**
 * Replaces the top-level domain of the site in a text with `ending`. Returns undefined if the site in the text is not
 * `host`, or if the text spells the top-level domain differently.
 */
function withEnding(text: string, host: string, ending: string): string | undefined {
  if (hostIn(text) !== host) return undefined;
  const old = endingOf(host);
  const other = `${host.slice(0, -old.length)}${ending}`;
  return [...text.matchAll(new RegExp(old, 'gi'))]
    .map(({ index }) => `${text.slice(0, index)}${ending}${text.slice(index + old.length)}`)
    .find((changed) => hostIn(changed) === other);
}

/**
 * Replaces `host` on one line of a text with `meant`, a host with another top-level domain. E-mail addresses and paths
 * stay as they are. Returns undefined if the line does not contain `host`.
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

/**
 * Yields the entries of all lines of a text, except blank lines and placeholders. Also yields undefined wherever the
 * caller can pause.
 */
export function* readLines(text: string): Generator<Entry | undefined> {
  for (const { line, text: row } of linesOf(text)) if (!isPlaceholder(row)) yield* entriesOf(row, line);
}
