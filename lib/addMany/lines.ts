import { isKept, plainHost } from '../hosts/hostInList.ts';
import { type HostReason, type ParsedSite, siteNotesOf, siteOfText } from '../hosts/parse.ts';
import type { JobFields } from '../jobs/types.ts';

/** Text that may be a site: as written, and the address to parse. */
interface Candidate {
  text: string;
  address: string;
  wildcard?: boolean;
}

// On a line of a megabyte, an unbounded pattern that can begin anywhere takes minutes.

/** An address with a scheme up to a space or quote, also one that a text program has turned, or a run of anything that does not separate. */
const pieces =
  /(?:(?:view-source|blob):)?[a-z][a-z\d+.-]{0,30}:\/\/[^\s"'<>`|“”„‟«»‹›「」]+|[^\s,;|"'<>(){}[\]`=“”„‟«»‹›「」]+/giu;
/** Within an address a comma or semicolon ends it if another address or name follows, or nothing. */
const joint = /[,;](?=$|[a-z][a-z\d+.-]{0,30}:\/\/|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,126}(?:[/:,;]|$))/iu;

const schemed = /(?:(?:view-source|blob):)?[a-z][a-z\d+-]{0,30}:\/\//i;
const closing = /(?<![.,;:!?…)\]}])[.,;:!?…)\]}]+$/u;
const email = /^(?:mailto:)?[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/i;
const wildcards = /^(?:\*\.?|\.(?=[^.]))+/;

const label = '[\\p{L}\\p{N}\\p{M}\\p{Cf}_*-]+';
const dotted = new RegExp(`^${label}(?:[.。．｡]${label})+$`, 'u');
/** The last label has two letters or more, or is punycode; otherwise it is a number, date, version or abbreviation. */
const fileEnding = /[.。．｡](?:xn--[a-z\d-]+|[\p{L}\p{M}\p{Cf}]{2,}[\p{N}\p{L}\p{M}\p{Cf}-]*)$/iu;
const ipv4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const file = /\.(?:csv|css|docx?|gif|html?|jpe?g|json|js|pdf|php|png|svg|txt|xlsx?|xml)$/i;

const archive = '(?:(?:www\\.|web\\.)?archive\\.org|archive\\.(?:fo|is|li|md|ph|today|vn))';
const archiveHost = new RegExp(`^(?:${archive}|webcache\\.googleusercontent\\.com)$`);
const archived = new RegExp(`^https?://${archive}/(?:web/)?(?:\\d[^/]*|\\*|newest)/(?:https?:/+)?([^*]+)`, 'i');

/** Whether a host keeps copies of other sites. */
export const isArchive = (host: string): boolean => archiveHost.test(host);

/** The archived address inside an archive's address, without its scheme; any other address unchanged. */
const unarchived = (address: string): string => archived.exec(address)?.[1] ?? address;

/** Longer than any name or mailbox in any script. */
const maxNameLength = 1024;

const isEmail = (text: string): boolean => text.length <= maxNameLength && email.test(text);

/** `name:example.com` is a label with a host; `example.com:8080` is a host with its port. */
const unnamed = (text: string) => text.replace(/^[^\s.:/]+:(?=[^\d/:])/u, '');

/** A single address or name whose host is already normalised: two labels or more, the last one not a number. */
const plainAddress = new RegExp(String.raw`^(?:https?:\/\/)?(${plainHost})(?:\/[^\s,;]*)?$`);

/**
 * A fast path for plain addresses and names, which are most lines of most lists: returns the same host as full parsing, or
 * undefined if full parsing is needed.
 */
export function plainHostOf(address: string): string | undefined {
  const [, host = ''] = (address.length <= maxNameLength && plainAddress.exec(address)) || [];
  if (!host || !isKept(host) || (host === address && file.test(host))) return undefined;
  return host;
}

/** An address in which nothing separates two, and that ends with none of the marks that may follow one in a text. */
const lone = /^https?:\/\/[\w./%~+@&?#=-]*[\w/]$/;

/** The host of a line that is one plain address or name and nothing else, as most lines are; undefined for any other. */
function loneHostOf(line: string): string | undefined {
  const host = plainHostOf(line);
  return host === line || (host && !isArchive(host) && lone.test(line)) ? host : undefined;
}

function isName(text: string): boolean {
  const [host = ''] = text.split(/[/?#:]/, 1);
  if (host.length > maxNameLength) return false;
  const bare = host.replace(/[.。．｡]$/u, '');
  if (/^localhost$/i.test(bare) || ipv4.test(bare)) return true;
  return dotted.test(bare) && fileEnding.test(bare) && !(bare === text && file.test(bare));
}

function candidate(piece: string): Candidate | undefined {
  const text = piece.replace(closing, '');
  const scheme = text.includes('://') && schemed.exec(text);
  if (scheme) {
    const address = unarchived(text.slice(scheme.index));
    const plain = address.replace(/(:\/\/)(?:\*\.?|\.(?=[^.]))+/, '$1');
    return { text, address: plain, ...(plain === address ? {} : { wildcard: true }) };
  }
  if (isEmail(text)) return undefined;
  const name = unnamed(text);
  const plain = name.replace(wildcards, '');
  if (!isName(plain)) return undefined;
  return { text, address: plain, ...(plain === name ? {} : { wildcard: true }) };
}

/**
 * Everything in a line that looks like a site, lazily; undefined for each word, number and e-mail address around it, so that
 * reading may pause also within a long line.
 */
export function* candidates(line: string): Generator<Candidate | undefined> {
  if (loneHostOf(line)) return yield { text: line, address: line };
  for (const [piece] of line.matchAll(pieces)) for (const part of piece.split(joint)) yield candidate(part);
}

/** Why a line yields no site: the reasons for any address; a comment; an e-mail address; nothing like a site; an unclosed quote. */
export type ParseReason = HostReason | 'comment' | 'email' | 'nothing' | 'quote';

/** A site that was read, or a line without one. */
export interface Entry {
  /** The file, tabs or bookmarks it was read from; '' or absent for the text box. */
  source?: string;
  /** Counted from 1. */
  line: number;
  /** The text as written; at most 200 characters. */
  text: string;
  site: ParsedSite | { refused: ParseReason };
  /** A wildcard before the name was removed. */
  wildcard?: boolean;
  /** For a copied website: its settings, and the id of the connection that it goes to. */
  copied?: { fields: JobFields; to: string };
}

const maxEntry = 200;
const shortened = (text: string) => (text.length > maxEntry ? `${text.slice(0, maxEntry - 1)}…` : text);

/** An entry without a site, and why. */
export const refused = (line: number, text: string, reason: ParseReason): Entry => ({
  line,
  text: shortened(text),
  site: { refused: reason },
});

/** `#1 example.com` is a numbered list, and `//example.com` an address without a scheme. */
const comment = /^(?:#(?!\d)|\/\/(?!\S+\.\S))/;
const emptyMark = /^(?:(?:[\p{Pd}\u2212_=*~]+|n\/a)(?:[\s,;|]+|$))+$/iu;

/** Only rules and dashes, or `n/a`, as lists have in place of a site. */
export const isPlaceholder = (text: string): boolean => emptyMark.test(text);

/** A line without any candidate: a single word may still be a local host, or a refused kind of address. */
function whole(text: string, line: number): Entry {
  if (text.split(/[\s,;]+/).some(isEmail)) return refused(line, text, 'email');
  return /\s/.test(text) ? refused(line, text, 'nothing') : { line, text: shortened(text), site: siteOfText(text) };
}

/** The sites of one line or cell; at least one entry. Undefined where reading may pause, as in `candidates`. */
export function* entriesOf(text: string, line: number): Generator<Entry | undefined> {
  if (comment.test(text)) return yield refused(line, text, 'comment');
  const seen = new Set<string>();
  // A table may hold a site's name and its address on one line.
  const unseen = ({ text: found, address, wildcard }: Candidate): Entry | undefined => {
    if (seen.has(address)) return undefined;
    const plain = plainHostOf(address);
    const site = plain ? { host: plain, notes: siteNotesOf(plain) } : siteOfText(address);
    const host = 'host' in site ? site.host : '';
    if (host && seen.has(host)) return undefined;
    seen.add(host).add(address);
    return { line, text: shortened(found), site, ...(wildcard ? { wildcard } : {}) };
  };
  for (const found of candidates(text)) yield found && unseen(found);
  if (!seen.size) yield whole(text, line);
}

/** The sites of a text's lines from line `first` on, lazily. Undefined where reading may pause. */
export function* readLines(text: string, first = 1): Generator<Entry | undefined> {
  let line = 1;
  for (const [part] of text.matchAll(/[^\r\n]+|\r\n|\r|\n/g)) {
    if (/^[\r\n]/.test(part)) line += 1;
    else if (line >= first && part.trim() && !isPlaceholder(part.trim())) yield* entriesOf(part.trim(), line);
  }
}
