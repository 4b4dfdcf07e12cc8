import Papa from 'papaparse';
import { type Entry, entriesOf, isPlaceholder, readLines, refused } from './lines.ts';

const delimiters = ['\t', ';', ',', '|'];
/** Names of the column, best first; found as a word within longer ones. */
const names = [
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
  for (const name of names) {
    const column = fields.findIndex((field) => name.test(field.trim()));
    if (column >= 0) return column;
  }
  return -1;
}

/** How a table is written, and which of its columns holds the sites: its first line names one. Undefined where it does not. */
function headerOf(first: string): { delimiter: string; column: number } | undefined {
  const [found] = delimiters
    .map((delimiter) => ({ delimiter, ...parse(first, delimiter) }))
    .sort((a, b) => (b.data[0]?.length ?? 0) - (a.data[0]?.length ?? 0));
  const fields = found?.data[0] ?? [];
  const column = columnOf(fields);
  const isSentence = fields.length === 1 && /\s/.test(first);
  return !found || found.errors.length || column < 0 || isSentence ? undefined : { ...found, column };
}

interface Row {
  /** On which it begins, from 1. */
  line: number;
  fields: string[];
  /** A quote in it is not closed: all that follows is in it. */
  isOpen: boolean;
}

/** The rows that are not blank, lazily; none after an open one. */
function* rowsOf(text: string, delimiter: string): Generator<Row> {
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
 * Reads a CSV text (RFC 4180) whose first line may be a header: only the column of sites is read, lazily. Without such
 * a header it is read as lines, and so is everything from a row on in which a quote is not closed, which is told of.
 */
export function* readCsv(given: string, first: string): Generator<Entry> {
  const header = headerOf(first);
  const text = given.replaceAll(/\r\n?/g, '\n');
  if (!header) return yield* readLines(text);
  const rows = rowsOf(text, header.delimiter);
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
