import { collect } from '../util/timeSlices.ts';
import type { Column } from './columns.ts';
import { readFormat } from './formats.ts';
import { type Entry, readLines } from './lines.ts';
import { withoutSecrets } from './secrets.ts';
import { type ColumnUse, columnUse, readTable, type Table, tableOf } from './table.ts';

export type { Column } from './columns.ts';
export type { Entry, ParseReason } from './lines.ts';
export type { ColumnUse } from './table.ts';

/** The first line by which Excel says how a table's columns are separated. */
const separatorLine = /^"?sep=(.?)"?[ \t;,]*(?=[\r\n])/i;

/** The sites of a text. */
export interface SiteList {
  entries: Entry[];
  /** The columns of a table, if none is certain to hold the sites. Nothing is read until the person has chosen. */
  choice?: readonly Column[];
  /** Which of a table's columns were used. */
  use?: ColumnUse;
}

interface ParseOptions {
  signal?: AbortSignal;
  /** Returns the indexes of the columns to read, or none as long as the person has not chosen any. */
  choose?: (columns: readonly Column[]) => readonly number[];
}

/** Returns the sites of a table, or the columns to choose from. */
async function tableSites(table: Table, { signal, choose = () => [] }: ParseOptions): Promise<SiteList | undefined> {
  const { decision } = table;
  const columns = 'read' in decision ? decision.read : choose(decision.choose);
  const choice = 'choose' in decision ? { choice: decision.choose } : {};
  if ('choose' in decision && !columns.length) return { entries: [], ...choice };
  const entries = await collect(readTable(table, columns), signal);
  return entries && { entries, ...choice, use: columnUse(table, columns, entries) };
}

/**
 * Reads the sites of a pasted text in time slices: addresses, bare names and wildcards, with any separators and any
 * text around them. Bookmarks, sitemaps, and lists of domains that servers write are read by their own formats. Of a
 * table, only the columns with the sites are read; of other texts, nothing that is named as a secret. Every line that
 * is not blank yields at least one entry, so that nothing is lost silently. Resolves to undefined if cancelled. Never
 * rejects.
 */
export async function parseSites(text: string, options: ParseOptions = {}): Promise<SiteList | undefined> {
  const given = text.replace(/^\ufeff/, '');
  const [separated = '', separator = ''] = separatorLine.exec(given) ?? [];
  const plain = given.slice(separated.length);
  const format = separated ? undefined : readFormat(plain);
  const table = format ? undefined : tableOf(plain, separator);
  if (table) return tableSites(table, options);
  const entries = await collect(format ?? readLines(withoutSecrets(plain)), options.signal);
  return entries && { entries };
}
