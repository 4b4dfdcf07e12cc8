import { isPlaceholder } from './lines.ts';

/** A row of a CSV text. */
export interface CsvRow {
  /** The line at which the row begins, counted from 1. */
  line: number;
  fields: readonly string[];
  /**
   * Set if quotes make the row doubtful. `open`: a quote in the row is never closed, or text follows the closing quote.
   * `fields` then ends with that quoted field, and the next line begins a new row. `after`: an earlier row is `open`,
   * so this row may belong to a field of that row. `fields` is then empty if this row has a quote where CSV does not
   * allow one.
   */
  state?: 'open' | 'after';
}

/**
 * If more rows than this have an unclosed quote, the lines after them are simply split at the separators. Otherwise,
 * looking for the end of each quote would read the whole rest of the text every time.
 */
const maxOpen = 20;

/** Returns the position after the quote that closes the field that begins with a quote at `start`, or -1. */
function endOfQuoted(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (text[end + 1] === '"' && end >= 0) end = text.indexOf('"', end + 2);
  return end < 0 ? -1 : end + 1;
}

/** Makes a function that returns the field at a position, or undefined if the field's quotes are invalid. */
function fieldReader(text: string, delimiter: string) {
  const plain = new RegExp(`[^\\n\\u{${delimiter.codePointAt(0)?.toString(16)}}]*`, 'uy');
  const endOfPlain = (start: number) => {
    plain.lastIndex = start;
    plain.test(text);
    return plain.lastIndex;
  };
  /** `isStrict`: whether all quotes are where CSV allows them. */
  return (start: number): { field: string; end: number; isStrict: boolean } | undefined => {
    const close = text[start] === '"' ? endOfQuoted(text, start) : start;
    if (close < 0) return undefined;
    const end = endOfPlain(close);
    const rest = text.slice(close, end);
    if (close === start) return { field: rest, end, isStrict: !rest.includes('"') };
    if (rest.trim()) return undefined;
    return { field: text.slice(start + 1, close - 1).replaceAll('""', '"'), end, isStrict: !rest };
  };
}

interface ReadRow {
  fields: string[];
  /** The position of the row's end. */
  end: number;
  /** Whether all quotes are where CSV allows them. */
  isStrict: boolean;
}

/** Makes a function that returns the row at a position (RFC 4180), or undefined if the row's quotes are invalid. */
function rowReader(text: string, delimiter: string) {
  const read = fieldReader(text, delimiter);
  return (start: number): ReadRow | undefined => {
    const row: ReadRow = { fields: [], end: start, isStrict: true };
    for (let at = start; ; at = row.end + delimiter.length) {
      const found = read(at);
      if (!found) return undefined;
      row.fields.push(found.field);
      row.end = found.end;
      row.isStrict &&= found.isStrict;
      if (!text.startsWith(delimiter, row.end)) return row;
    }
  };
}

/** Splits a line of CSV into its fields. `isSound`: whether the line's quotes are valid. */
export function fieldsOf(line: string, delimiter: string): { fields: string[]; isSound: boolean } {
  const row = rowReader(line, delimiter)(0);
  return { fields: row?.fields ?? line.split(delimiter), isSound: !!row };
}

/**
 * Returns the fields of a line up to and including the first one with a quote, with each quote replaced with a space.
 * Drops the later fields, because it is unknown to which columns they belong.
 */
function upToQuote(line: string, delimiter: string): string[] {
  const fields = line.split(delimiter);
  const quoted = fields.findIndex((field) => field.includes('"'));
  return (quoted < 0 ? fields : fields.slice(0, quoted + 1)).map((field) => field.replaceAll('"', ' '));
}

type Doubtful = Omit<CsvRow, 'line'>;
const rowAfter = ({ fields, isStrict }: ReadRow): Doubtful => ({ fields: isStrict ? fields : [], state: 'after' });
const openRow = (line: string, delimiter: string): Doubtful => ({
  fields: upToQuote(line, delimiter),
  state: line.includes('"') ? 'open' : 'after',
});

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Yields the rows of a CSV text, one after the other. Lines must end in `\n`. */
function* allRows(text: string, delimiter: string): Generator<CsvRow> {
  const read = rowReader(text, delimiter);
  let opened = 0;
  for (let line = 1, at = 0; at < text.length; ) {
    const row = opened > maxOpen ? undefined : read(at);
    const source = text.slice(at, row?.end ?? endOfLine(text, at));
    if (!row) yield { line, ...openRow(source, delimiter) };
    else yield { line, ...(opened ? rowAfter(row) : { fields: row.fields }) };
    if (!row) opened++;
    line += source.split('\n').length;
    at += source.length + 1;
  }
}

const hasContent = (field: string) => field.trim() !== '' && !isPlaceholder(field.trim());

/** Yields the rows of a CSV text that are not blank. Leaves out rows of placeholders, such as ruled lines, too. */
export function* csvRows(text: string, delimiter: string): Generator<CsvRow> {
  for (const row of allRows(text, delimiter))
    if (row.state === 'open' || !row.fields.length || row.fields.some(hasContent)) yield row;
}
