import Papa from 'papaparse';
import { type Entry, entriesOf, isPlaceholder, readLines, refused } from './lines.ts';

const delimiters = ['\t', ';', ',', '|'];
/** Header names of the column with the sites, best first; also as a word within a longer name. */
const headerNames = [
  'domains?',
  'host ?names?',
  'hosts?',
  'urls?',
  'web ?sites?',
  'sites?',
  'home ?pages?',
  'webs?',
  'links?',
  'address(?:es)?',
].map((name) => new RegExp(`(?:^|[\\s_-])${name}(?:$|[\\s_-])`, 'i'));

/** Rows that are parsed at a time. */
const atOnce = 1000;

const parse = (text: string, delimiter: string, preview = 0) =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n', preview, fastMode: false });

function columnOf(fields: readonly string[]): number {
  for (const name of headerNames) {
    const column = fields.findIndex((field) => name.test(field.trim()));
    if (column >= 0) return column;
  }
  return -1;
}

/** A table's delimiter and the column with the sites, by its first line; undefined if that names no such column. `told`: the delimiter, or ''. */
function headerOf(first: string, told: string): { delimiter: string; column: number } | undefined {
  const [found] = (told ? [told] : delimiters)
    .map((delimiter) => ({ delimiter, ...parse(first, delimiter) }))
    .sort((a, b) => (b.data[0]?.length ?? 0) - (a.data[0]?.length ?? 0));
  const fields = found?.data[0] ?? [];
  const column = columnOf(fields);
  const isSentence = fields.length === 1 && /\s/.test(first);
  return !found || found.errors.length || column < 0 || isSentence ? undefined : { ...found, column };
}

interface CsvRow {
  /** The line it begins on, from 1. */
  line: number;
  fields: string[];
  /** A quote is not closed, so the row contains everything that follows. */
  isOpen: boolean;
}

/** The rows that are not blank, lazily; an open one is the last. */
function* csvRows(text: string, delimiter: string): Generator<CsvRow> {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const { data, errors, meta } = parse(text.slice(at), delimiter, atOnce);
    const open = errors.find(({ type }) => type === 'Quotes')?.row;
    for (const [index, fields] of data.entries()) {
      const isOpen = index === open;
      if (fields.some((field) => field.trim())) yield { line, fields, isOpen };
      if (isOpen) return;
      line += fields.join('').split('\n').length;
    }
    at += meta.cursor;
  }
}

/**
 * Reads a CSV text (RFC 4180) lazily, only the column of sites that its header, `first`, names; by `separator`, if that is
 * told. Without such a header, the text is read as lines; so is everything from a row with an unclosed quote on, which
 * becomes a refused entry.
 */
export function* readCsv(given: string, first: string, separator = ''): Generator<Entry | undefined> {
  const header = headerOf(first, separator);
  const text = given.replaceAll(/\r\n?/g, '\n');
  if (!header) return yield* readLines(text);
  const rows = csvRows(text, header.delimiter);
  rows.next();
  for (const { line, fields, isOpen } of rows) {
    const whole = fields.join(', ').trim();
    if (isOpen) {
      yield refused(line, whole.split('\n', 1)[0] ?? '', 'quote');
      return yield* readLines(text, line);
    }
    const cell = fields[header.column]?.trim();
    if (cell && !isPlaceholder(cell)) yield* entriesOf(cell, line);
    else yield refused(line, whole, 'nothing');
  }
}
