import { collect } from '../util/timeSlices.ts';
import type { Column } from './columns.ts';
import { readFormat } from './formats.ts';
import { type Entry, readLines } from './lines.ts';
import { withoutSecrets } from './secrets.ts';
import { readTable, tableOf } from './table.ts';

export type { Column } from './columns.ts';
export type { Entry, ParseReason } from './lines.ts';

/** The first line by which Excel says how a table's columns are separated. */
const separatorLine = /^"?sep=(.?)"?[ \t;,]*(?=[\r\n])/i;

/** The sites of a text. */
export interface SiteList {
  entries: Entry[];
  /** The columns of a table of which none is surely the one with the sites: nothing is read until the person has chosen. */
  choice?: readonly Column[];
}

interface ParseOptions {
  signal?: AbortSignal;
  /** Which of the columns to read, by their places; none to wait for the person. */
  choose?: (columns: readonly Column[]) => readonly number[];
}

/**
 * Reads the sites of a pasted text, line by line and in time slices: any separators, addresses and bare names, wildcards,
 * text around them. Bookmarks, sitemaps, and lists of domains that servers write are read as what they are. Of a table only the columns with the sites are read, never all, and of other texts nothing that is named
 * as a secret. Every line that is not blank yields at least one entry, so that nothing is lost silently. Undefined if
 * cancelled. Never rejects.
 */
export async function parseSites(text: string, options: ParseOptions = {}): Promise<SiteList | undefined> {
  const { signal, choose = () => [] } = options;
  const given = text.replace(/^\ufeff/, '');
  const [separated = '', separator = ''] = separatorLine.exec(given) ?? [];
  const plain = given.slice(separated.length);
  const format = separated ? undefined : readFormat(plain);
  if (format) {
    const entries = await collect(format, signal);
    return entries && { entries };
  }
  const table = tableOf(plain, separator);
  const choice = table && 'choose' in table.decision ? table.decision.choose : undefined;
  const columns = choice ? choose(choice) : table && 'read' in table.decision ? table.decision.read : [];
  if (choice && !columns.length) return { entries: [], choice };
  const entries = await collect(table ? readTable(table, columns) : readLines(withoutSecrets(plain)), signal);
  return entries && { entries, ...(choice ? { choice } : {}) };
}
