import { collect } from '../util/timeSlices.ts';
import type { Column } from './columns.ts';
import { readFormat } from './formats.ts';
import { type HtmlText, htmlTables } from './html.ts';
import { type Entry, readLines } from './lines.ts';
import { withoutSecrets } from './secrets.ts';
import { type ColumnUse, columnUse, readTable, type Table, tableOf } from './table.ts';

export type { Column } from './columns.ts';
export type { Entry, ParseReason } from './lines.ts';
export type { ColumnUse } from './table.ts';

/** Matches a first line like `sep=;`, by which Excel states the separator of a table's columns. */
const separatorLine = /^"?sep=(.?)"?[ \t;,]*(?=[\r\n])/i;

/**
 * Undoes the escapes of JSON that may be part of an address: programs in PHP write `https:\/\/m\u00fcller.example`.
 * Returns a text that does not begin like JSON unchanged.
 */
const withoutEscapes = (text: string): string =>
  /^\s*["[{]/.test(text)
    ? text.replaceAll(/\\(?:[\\/]|u((?!00[0-7])[\da-f]{4}))/gi, (part, code) =>
        code ? String.fromCharCode(Number.parseInt(code, 16)) : part.replace('\\/', '/'),
      )
    : text;

/** Matches the privacy of a website in a text that begins like JSON. */
const jsonPrivacy = /^\s*["[{].*"privacy(?:_raw)?"\s{0,9}:\s{0,9}(?:"|[12]\b)/s;

/** The sites that were read from a text. */
export interface SiteList {
  entries: Entry[];
  /**
   * The columns from which the person has to choose, if it is not certain which columns of a table contain the sites.
   * Nothing is read before the person has chosen.
   */
  choice?: readonly Column[];
  /** The names of the columns that were used and not used, if the text is a table. */
  use?: ColumnUse;
}

interface ParseOptions {
  signal?: AbortSignal;
  /** Returns the indexes of the columns that the person has chosen. Empty before the choice. */
  choose?: (columns: readonly Column[]) => readonly number[];
}

/**
 * Reads the sites of tables. The columns of all tables are numbered together. `lines`: the line of each row, if it is
 * not the number of the row. Resolves to no entries if the person still has to choose the columns (see `choice`), and
 * to undefined if cancelled.
 */
async function tableSites(
  tables: readonly (Table & { lines?: readonly number[] })[],
  { signal, choose = () => [] }: ParseOptions,
): Promise<SiteList | undefined> {
  let start = 0;
  const offered = tables.flatMap(({ decision, width }) => {
    const from = start;
    start += width;
    return 'choose' in decision ? decision.choose.map((one) => ({ ...one, at: from + one.at })) : [];
  });
  const choice = offered.length ? { choice: offered } : {};
  const chosen = offered.length ? choose(offered) : [];
  if (offered.length && !chosen.length) return { entries: [], ...choice };
  const lists: Entry[][] = [];
  const uses: ColumnUse[] = [];
  start = 0;
  for (const table of tables) {
    const { decision, width, lines } = table;
    const from = start;
    start += width;
    const picked = chosen.map((at) => at - from).filter((at) => at >= 0 && at < width);
    const columns = 'read' in decision ? decision.read : picked;
    const read = await collect(readTable(table, columns), signal);
    if (!read) return undefined;
    uses.push(columnUse(table, columns, read));
    lists.push(lines ? read.map((entry) => ({ ...entry, line: lines[entry.line - 1] ?? entry.line })) : read);
  }
  const names = (kind: keyof ColumnUse) => [...new Set(uses.flatMap((use) => use[kind]))];
  return { entries: lists.flat(), ...choice, use: { used: names('used'), unused: names('unused') } };
}

/** Reads the sites of a text in HTML: of its tables by their columns, and of all other lines like those of any text. */
async function htmlSites({ tables, rest }: HtmlText, options: ParseOptions): Promise<SiteList | undefined> {
  const judged: (Table & { lines: readonly number[] })[] = [];
  for (const { rows, lines } of tables) {
    const table = tableOf(rows.join('\n'), '\t');
    if (table) judged.push({ ...table, lines });
    else for (const [at, row] of rows.entries()) rest[(lines[at] ?? 1) - 1] += row;
  }
  const found = await tableSites(judged, options);
  if (!found?.use) return found;
  const others = await collect(readLines(withoutSecrets(rest.join('\n'))), options.signal);
  return others && { ...found, entries: [...others, ...found.entries].toSorted((a, b) => a.line - b.line) };
}

/**
 * Reads the sites of a pasted text: addresses, bare names and wildcards, with any text between them. Bookmarks,
 * sitemaps and lists of domains from servers are read in their own formats. In a table, only the columns with sites or
 * settings are read. In any other text, values that are labelled as secrets are left out, and every line except blank
 * lines and placeholders yields at least one entry, so that nothing is lost unnoticed. Resolves to undefined if
 * cancelled. Never rejects.
 */
export async function parseSites(text: string, options: ParseOptions = {}): Promise<SiteList | undefined> {
  const given = text.replace(/^\ufeff/, '');
  const [separated = '', separator = ''] = separatorLine.exec(given) ?? [];
  const plain = withoutEscapes(given.slice(separated.length));
  const format = separated ? undefined : readFormat(plain);
  const html = format ? undefined : htmlTables(plain);
  const hasRows = !!html?.tables.length;
  // The cells of a table in CSV may contain HTML.
  const table = format || (hasRows && /^\s*</.test(plain)) ? undefined : tableOf(plain, separator);
  if (table) return tableSites([table], options);
  if (hasRows) return htmlSites(html, options);
  const entries = await collect(format ?? readLines(withoutSecrets(plain)), options.signal);
  // The settings in JSON are read only from a list of records.
  const isUnread = !format && jsonPrivacy.test(plain);
  return entries && { entries: isUnread ? entries.map((one) => ({ ...one, unread: true as const })) : entries };
}
