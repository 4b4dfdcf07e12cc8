import { candidates } from './candidates.ts';
import { type Decision, decideColumns } from './columns.ts';
import { type CsvRow, csvRows, fieldsOf } from './csv.ts';
import { meaningOf } from './headers.ts';
import { type Entry, entriesOf, isPlaceholder, refused } from './lines.ts';
import { withoutSecrets } from './secrets.ts';
import { maySayPrivacy, type SettingColumns, settingColumns, settingsIn } from './settings.ts';

const delimiters = ['\t', ',', ';', '|', '│'];
/** How many characters of a text are examined to find the columns with the sites. */
const sampleLength = 2 ** 18;
const sampleRows = 1000;
/** The maximum number of columns. A text with more columns is not a table but a list on one line. */
const maxColumns = 1000;
/** A text counts as a table if at least this share of its rows has more than one field. */
const wide = 0.8;

/** A text that is a table. `decision`: which columns contain the sites, or from which the person has to choose. */
export interface Table {
  text: string;
  delimiter: string;
  /** The number of the line with the header, or 0 if there is no header. */
  headerLine: number;
  /** The names in the header. Empty if there is no header. */
  names: readonly string[];
  settings: SettingColumns;
  width: number;
  decision: Exclude<Decision, 'list'>;
}

function sampleOf(text: string, delimiter: string) {
  const isCut = text.length > sampleLength;
  const rows: CsvRow[] = [];
  for (const row of csvRows(text.slice(0, sampleLength), delimiter)) {
    rows.push(row);
    if (rows.length === sampleRows) break;
  }
  return { delimiter, rows: isCut && rows.length > 1 ? rows.slice(0, -1) : rows };
}

const hasNoSite = (fields: readonly string[]) => fields.every((field) => [...candidates(field)].every((one) => !one));

/**
 * Returns the delimiter of a text if its first line (`first`) is the header of a table with a column of sites.
 * Otherwise returns undefined. `told`: the delimiter from a line like `sep=;`, or '' without such a line.
 */
function namedBy(first: string, told: string): string | undefined {
  const [found] = (told ? [told] : delimiters)
    .map((delimiter) => ({ delimiter, ...fieldsOf(first, delimiter) }))
    .sort((a, b) => b.fields.length - a.fields.length);
  if (!found?.isSound || !hasNoSite([first])) return undefined;
  const isSentence = found.fields.length === 1 && /\s/.test(first);
  return isNamedRow(found.fields) && !isSentence ? found.delimiter : undefined;
}

/** Returns the most frequent number of fields among rows with more than one field, or 1 if there are no such rows. */
function commonWidth(rows: readonly CsvRow[]): number {
  const counts = Map.groupBy(
    rows.map(({ fields }) => fields.length).filter((count) => count > 1),
    (count) => count,
  );
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 1;
}

const filledIn = (fields: readonly string[]) => fields.filter((field) => field.trim()).length;

/** Whether a row can be a table's header: it has enough fields, at least two names, no placeholder and no site. */
const isHeader = ({ fields }: CsvRow, width: number) =>
  fields.length >= width &&
  filledIn(fields) > 1 &&
  !fields.some((field) => isPlaceholder(field.trim())) &&
  hasNoSite(fields);

const isNamedRow = (fields: readonly string[]) => fields.some((field) => meaningOf(field).rank !== undefined);
/**
 * Whether a row is a title, such as the one above a table in a spreadsheet. A title fills at most one cell, and has no
 * site.
 */
const isTitle = (fields: readonly string[]) => filledIn(fields) < 2 && hasNoSite(fields);

/** How many rows at the beginning of a table are searched for its header. */
const maxTitles = 20;

/**
 * Returns the index of the row that may be the table's header, or -1. Takes the first row that names a column of sites,
 * if it stands before the first site and every row above it leaves a column empty. If there is no such row, takes the
 * first row that is as wide as the table (`common`) and is not a title. `isNamed`: whether the first line is known to
 * be a header (see `namedBy`).
 */
function headAt(rows: readonly CsvRow[], common: number, isNamed: boolean): number {
  const first = rows.slice(0, maxTitles);
  if (isNamed && !isTitle(first[0]?.fields ?? [])) return 0;
  const end = first.findIndex(({ fields }) => !hasNoSite(fields));
  const above = end < 0 ? first : first.slice(0, end);
  const isBelowTitles = (at: number) => above.slice(0, at).every(({ fields }) => filledIn(fields) < common);
  const named = above.findIndex((row, at) => isHeader(row, common) && isNamedRow(row.fields) && isBelowTitles(at));
  if (named >= 0 || isNamed) return Math.max(named, 0);
  return rows.findIndex(({ fields }) => fields.length === common && !isTitle(fields));
}

type Judged = Omit<Table, 'text'>;

function judge({ delimiter, rows }: ReturnType<typeof sampleOf>, isNamed: boolean): Judged | undefined {
  const common = commonWidth(rows);
  const start = headAt(rows, common, isNamed);
  const head = rows[start];
  const header = head && (isNamed || (rows.length > 1 && isHeader(head, common))) ? head : undefined;
  const rest = rows.slice(header ? start + 1 : 0);
  const body = rest.filter(({ state }) => state !== 'open').map(({ fields }) => fields);
  const width = Math.max(common, header?.fields.length ?? 0);
  if (!isNamed) {
    const several = rest.filter(({ fields, state }) => fields.length > 1 || state === 'open');
    const hasSeveral = several.some(({ fields, state }) => state === 'open' || filledIn(fields) > 1);
    if (width < 2 || width > maxColumns || !hasSeveral || several.length < wide * rest.length) return undefined;
  }
  const decision = decideColumns({
    rows: body,
    header: header?.fields,
    width,
    isEven: body.every(({ length }) => length === common),
    isSpaced: body.filter((fields) => fields.some((field, at) => at && /^ /.test(field))).length > body.length / 2,
  });
  if (decision === 'list') return undefined;
  const names = (header?.fields ?? []).map((name) => name.trim());
  return { delimiter, headerLine: header?.line ?? 0, names, settings: settingColumns(names, body), width, decision };
}

/** Whether a text is JSON or HTML, whose commas may make it look like a table. */
const isMarkup = (text: string) =>
  /^(?:<[a-z!?/]|\{|\[)/i.test(text.trimStart()) && /[>}\]][,;]?$/.test(text.trimEnd());

const isSure = ({ decision }: Judged) => 'isSure' in decision;

/** Returns a text as a table, or undefined if it is not one. `told`: the delimiter from a line like `sep=;`, or ''. */
export function tableOf(given: string, told: string): Table | undefined {
  // Some programs print a ruled line above a table's header.
  const first =
    given
      .trimStart()
      .split(/[\r\n]+/, 2)
      .find((row) => !isPlaceholder(row.trim())) ?? '';
  const isAlone = first.trim() === given.trim();
  const named = isAlone || first.length > 4096 ? undefined : namedBy(first, told);
  const possible = named ? [named] : (told ? [told] : delimiters).filter((one) => given.includes(one));
  if (!possible.length) return undefined;
  const text = given.replaceAll(/\r\n?/g, '\n');
  const judged = possible
    .flatMap((one) => judge(sampleOf(text, one), one === named) ?? [])
    .filter(({ decision, headerLine }) => ('read' in decision && !headerLine) || !isMarkup(text));
  const [best] = judged.toSorted((a, b) => Number(isSure(b)) - Number(isSure(a)) || b.width - a.width);
  return best && { text, ...best };
}

/** Whether a row has too many fields. An extra field may have shifted the others into wrong columns. */
const isTooLong = (fields: readonly string[], width: number) => filledIn(fields.slice(width)) > 0;

/**
 * Returns a row's cell in a column, or '' for a placeholder. If the row's cells may have shifted to other columns or
 * are part of a longer field, returns only a web address, and '' for anything else.
 */
function cellOf({ fields, state }: CsvRow, column: number, width: number): string {
  const cell = fields[column]?.trim() ?? '';
  if (isPlaceholder(cell)) return '';
  // If an earlier quote was never closed, a row with a different number of fields may be one line of a longer field.
  const isShifted = column > 0 && isTooLong(fields, width);
  const isPart = state === 'after' && fields.length !== width;
  return (isShifted || isPart) && !/^https?:\/\/\S+$/i.test(cell) ? '' : cell;
}

/**
 * The names of the columns from which sites or settings were read (`used`), and the names of the other columns
 * (`unused`). Columns for settings are in neither list if they have no values.
 */
export interface ColumnUse {
  used: readonly string[];
  unused: readonly string[];
}

/**
 * Returns which of a table's named columns are used. `columns`: the indexes of the columns with the sites. `entries`:
 * the entries read from the table. A column counts as unused if its values could not be understood.
 */
export function columnUse(
  { text, delimiter, headerLine, names, settings }: Table,
  columns: readonly number[],
  entries: readonly Entry[],
): ColumnUse {
  const set = new Set(entries.flatMap(({ own = {} }) => Object.keys(own)));
  const { rows } = sampleOf(text, delimiter);
  const isFilled = (at: number) => rows.some(({ line, fields }) => line !== headerLine && fields[at]?.trim());
  const isUsed = (at: number) => columns.includes(at) || set.has(settings.names[at] ?? '');
  const isEmpty = (at: number) => !!settings.names[at] && !isFilled(at);
  return {
    used: names.filter((name, at) => name && isUsed(at)),
    unused: names.filter((name, at) => name && !isUsed(at) && !isEmpty(at)),
  };
}

/**
 * Returns the settings in a row. If the row's cells may have shifted or part of the row is missing, returns only
 * whether the row may contain a privacy that was not read (`unread`).
 */
function ownIn({ settings, width }: Table, { fields, state }: CsvRow): ReturnType<typeof settingsIn> {
  if (fields.length === width && !state) return settingsIn(settings, fields);
  const isUnread = state === 'open' ? settings.hasPrivacy : maySayPrivacy(settings, fields);
  return isUnread ? { unread: true } : {};
}

const orNone = (found: Entry[], line: number): Entry[] => (found.length ? found : [refused(line, '', 'nothing')]);

/**
 * Returns the sites of a row that belongs to a list below the table. The only field of such a row contains nothing but
 * sites. If a row has too many fields, returns all its sites, marked as doubtful. Returns none for any other row. Also
 * returns none if the table has a column of secrets, or no header to rule one out, because the row may then be part of
 * a secret.
 */
function listedIn({ names, width }: Table, row: CsvRow): Entry[] {
  const { line, state } = row;
  if (state || !names.length || names.some((name) => meaningOf(name).isSecret)) return [];
  const fields = row.fields.map(withoutSecrets);
  const found = (some: readonly string[]) =>
    some.flatMap((text) => [...entriesOf(text.trim(), line)].filter((entry) => entry !== undefined));
  if (isTooLong(fields, width))
    return found(fields.filter((field) => !hasNoSite([field]))).map((entry) => ({
      words: [0, entry.text.length],
      ...entry,
    }));
  const all = fields.length > 1 ? [] : found(fields);
  return all.every(({ site, words }) => 'host' in site && !words) ? all : [];
}

/**
 * Yields the sites in the given columns of a row. If these cells are empty, the row may belong to a list below the
 * table (see `listedIn`). Such a row yields at least one entry, unless it has an unclosed quote.
 */
function* rowEntries(table: Table, columns: readonly number[], row: CsvRow): Generator<Entry | undefined> {
  const cells = columns.map((column) => cellOf(row, column, table.width)).filter(Boolean);
  const own = ownIn(table, row);
  if (cells.length)
    for (const entry of entriesOf(withoutSecrets(cells.join('\n')), row.line)) yield entry && { ...entry, ...own };
  else if (row.state !== 'open')
    yield* orNone(
      listedIn(table, row).map((entry) => ({ ...entry, ...own })),
      row.line,
    );
}

/**
 * Yields the sites in the given columns of a table, each with the settings in its row. Also reads the text above the
 * header, and a list below the table (see `listedIn`). If several quotes are never closed, reports only the first.
 */
export function* readTable(table: Table, columns: readonly number[]): Generator<Entry | undefined> {
  let isSaid = false;
  for (const row of csvRows(table.text, table.delimiter)) {
    const { line, fields, state } = row;
    if (line === table.headerLine) continue;
    if (line < table.headerLine && !state) {
      yield* entriesOf(withoutSecrets(fields.join(table.delimiter).trim()), line);
      continue;
    }
    if (state === 'open' && !isSaid) yield refused(line, '', 'quote');
    isSaid ||= state === 'open';
    yield* rowEntries(table, columns, row);
  }
}
