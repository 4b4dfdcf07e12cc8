import { collect } from '../util/timeSlices.ts';
import type { Column } from './columns.ts';
import { readFormat } from './formats.ts';
import { type Entry, readLines } from './lines.ts';
import { hasSecretCell, withoutSecrets } from './secrets.ts';
import { type ColumnUse, columnUse, readTable, type Table, tableOf } from './table.ts';

export type { Entry, ParseReason } from './lines.ts';

/** Matches a first line like `sep=;`, with which Excel declares the separator of a table's columns. */
const separatorLine = /^"?sep=(.?)"?[ \t;,]*(?=[\r\n])/i;

/**
 * Decodes JSON escapes that may be part of an address: PHP programs write `https:\/\/m\u00fcller.example`. Returns a
 * text unchanged if it does not begin like JSON.
 */
const withoutEscapes = (text: string): string =>
  /^\s*["[{]/.test(text)
    ? text.replaceAll(/\\(?:[\\/]|u((?!00[0-7])[\da-f]{4}))/gi, (part, code) =>
        code ? String.fromCharCode(Number.parseInt(code, 16)) : part.replace('\\/', '/'),
      )
    : text;

/** Matches a website's privacy in a text that begins like JSON. */
const jsonPrivacy = /^\s*["[{].*"privacy(?:_raw)?"\s{0,9}:\s{0,9}(?:"|[12]\b)/s;

/** The sites that were read from a text. */
export interface SiteList {
  entries: Entry[];
  /**
   * The columns among which the person has to choose, if it is uncertain which columns of a table contain the sites.
   * Nothing is read until the person has chosen.
   */
  choice?: readonly Column[];
  /** The names of the columns that were used and not used, if the text is a table. */
  use?: ColumnUse;
}

interface ParseOptions {
  signal?: AbortSignal;
  /** Returns the indexes of the columns that the person has chosen. Empty until then. */
  choose?: (columns: readonly Column[]) => readonly number[];
}

/**
 * Reads the sites of a table. Resolves to a list without entries if the person still has to choose the columns (see
 * `choice`), and to undefined if cancelled.
 */
async function tableSites(table: Table, { signal, choose = () => [] }: ParseOptions): Promise<SiteList | undefined> {
  const { decision } = table;
  const columns = 'read' in decision ? decision.read : choose(decision.choose);
  const choice = 'choose' in decision ? { choice: decision.choose } : {};
  if ('choose' in decision && !columns.length) return { entries: [], ...choice };
  const entries = await collect(readTable(table, columns), signal);
  return entries && { entries, ...choice, use: columnUse(table, columns, entries) };
}

/** Marks a bare name as doubtful, as if it stood beside other words. Returns any other entry unchanged. */
const doubted = (entry: Entry): Entry =>
  'host' in entry.site && !entry.text.includes('://') ? { words: [0, entry.text.length], ...entry } : entry;

/**
 * Reads the sites of a pasted text: addresses, bare names and wildcards, with any text between them. Bookmarks,
 * sitemaps and servers' lists of domains are read in their own formats. In a table, only the columns with sites or
 * settings are read. In any other text, values labelled as secrets are left out. Every other line, unless it is blank
 * or a placeholder, yields at least one entry, so that nothing is lost unnoticed. Resolves to undefined if cancelled.
 * Never rejects.
 */
export async function parseSites(text: string, options: ParseOptions = {}): Promise<SiteList | undefined> {
  const given = text.replace(/^\ufeff/, '');
  const [separated = '', separator = ''] = separatorLine.exec(given) ?? [];
  const plain = withoutEscapes(given.slice(separated.length));
  const format = separated ? undefined : readFormat(plain);
  const table = format ? undefined : tableOf(plain, separator);
  if (table) return tableSites(table, options);
  const found = await collect(format ?? readLines(withoutSecrets(plain)), options.signal);
  const entries = !format && hasSecretCell(plain) ? found?.map(doubted) : found;
  // In JSON, settings are read only from a list of records (a `format`). In any other JSON, the privacy stays unread.
  const isUnread = !format && jsonPrivacy.test(plain);
  return entries && { entries: isUnread ? entries.map((one) => ({ ...one, unread: true as const })) : entries };
}
