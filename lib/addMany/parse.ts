import { type HostReason, type ParsedSite, siteNotesOf, siteOfText } from '../hosts/parse.ts';
import { headerOf, lineEnds, records } from './csv.ts';
import { candidates, isEmail, plainHostOf } from './tokens.ts';

/** Why a line of a list gives no site: as for any address, or it holds an e-mail address or nothing like a site. */
export type ParseReason = HostReason | 'email' | 'nothing';

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

/** A line without any candidate: one word may still be the name of a local host, or an address of a kind that is refused. */
function whole(text: string, line: number): Entry {
  const entry = { line, text: clip(text) };
  if (text.split(/[\s,;]+/).some(isEmail)) return { ...entry, site: { refused: 'email' } };
  return { ...entry, site: /\s/.test(text) ? { refused: 'nothing' } : siteOfText(text) };
}

function* entriesOf(text: string, line: number): Generator<Entry> {
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

/**
 * Reads the sites of a pasted text, line by line and lazily: any separators, addresses and bare names, wildcards, notes
 * around them, CSV with a header (of which only the column of sites is read). Every line that holds anything gives at
 * least one entry, so that nothing is lost silently. Never throws.
 */
export function* parseSites(text: string): Generator<Entry> {
  const plain = text.replace(/^\ufeff/, '');
  const header = headerOf(plain);
  if (!header) {
    let line = 1;
    let end = 0;
    for (const { 0: part, index } of plain.matchAll(/[^\r\n]+/g)) {
      line += lineEnds(plain.slice(end, index));
      end = index + part.length;
      const trimmed = part.trim();
      if (trimmed) yield* entriesOf(trimmed, line);
    }
    return;
  }
  for (const { line, fields } of records(plain, header)) {
    const cell = fields[header.column]?.trim();
    if (cell) yield* entriesOf(cell, line);
    else yield { line, text: clip(fields.join(', ').trim()), site: { refused: 'nothing' } };
  }
}
