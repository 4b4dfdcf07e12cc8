import Papa from 'papaparse';

const rowsAtOnce = 1000;

const parse = (text: string, delimiter: string) =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: rowsAtOnce, fastMode: false });

/** Returns the fields of a line of CSV. `isSound`: whether its quotes are valid. */
export const fieldsOf = (line: string, delimiter: string): { fields: string[]; isSound: boolean } => {
  const { data, errors } = parse(line, delimiter);
  return { fields: data[0] ?? [], isSound: !errors.length };
};

/** A row of a CSV text. */
export interface CsvRow {
  /** The line at which the row begins, counted from 1. */
  line: number;
  fields: readonly string[];
  /**
   * Set if quotes make the row doubtful. `open`: a quote in the row is never closed. `fields` then ends with the field
   * that contains the quote, and the next line counts as a new row. `after`: an earlier row is `open`, so this row may
   * belong to a field of that row. `fields` is empty if this row has a quote where CSV does not allow one.
   */
  state?: 'open' | 'after';
}

/**
 * After this many rows with an open quote, each line is just split at the separators. Searching for the end of each
 * quote would read the whole rest of the text every time.
 */
const maxOpen = 20;

/**
 * Returns the fields of a line up to the first one that contains a quote, with spaces in place of quotes. Leaves out
 * the later fields, because it is unknown to which columns they belong.
 */
function upToQuote(line: string, delimiter: string): string[] {
  const fields = line.split(delimiter);
  const quoted = fields.findIndex((field) => field.includes('"'));
  return (quoted < 0 ? fields : fields.slice(0, quoted + 1)).map((field) => field.replaceAll('"', ' '));
}

/** Whether all quotes in the text of a row are where CSV allows them. */
function isWellQuoted(row: string, delimiter: string): boolean {
  const mark = `\\u{${delimiter.codePointAt(0)?.toString(16)}}`;
  const quoted = new RegExp(`(^|${mark})"(?:[^"]|"")*"(?=${mark}|$)`, 'gu');
  return !row.includes('"') || !row.replaceAll(quoted, '$1').includes('"');
}

/** The beginning of a line in a text. `line`: its number, from 1. `at`: its position. */
interface Place {
  line: number;
  at: number;
}

function after(text: string, { line, at }: Place, lines: number): Place {
  let next = at;
  for (let n = 0; n < lines && next <= text.length; n++) {
    const end = text.indexOf('\n', next);
    next = (end < 0 ? text.length : end) + 1;
  }
  return { line: line + lines, at: next };
}

/** Parses the next rows of a text, at most 1,000. Stops before a row whose quote is never closed (`isOpen`). */
function someRows(text: string, delimiter: string): { rows: readonly string[][]; isOpen: boolean } {
  const { data, errors } = parse(text, delimiter);
  const open = errors.find(({ type }) => type === 'Quotes')?.row;
  return { rows: data.slice(0, open), isOpen: open !== undefined };
}

/** Yields the rows of a CSV text (RFC 4180), one after the other. Lines must end in `\n`. */
function* allRows(text: string, delimiter: string): Generator<CsvRow> {
  let place: Place = { line: 1, at: 0 };
  let opened = 0;
  while (place.at < text.length) {
    const { rows, isOpen } = opened > maxOpen ? { rows: [], isOpen: true } : someRows(text.slice(place.at), delimiter);
    for (const fields of rows) {
      const { line, at } = place;
      place = after(text, place, fields.join('').split('\n').length);
      if (!opened) yield { line, fields };
      else if (isWellQuoted(text.slice(at, place.at - 1), delimiter)) yield { line, fields, state: 'after' };
      else yield { line, fields: [], state: 'after' };
    }
    if (!isOpen) continue;
    const { line, at } = place;
    place = after(text, place, 1);
    const first = text.slice(at, place.at - 1);
    yield { line, fields: upToQuote(first, delimiter), state: first.includes('"') ? 'open' : 'after' };
    opened++;
  }
}

/** Yields the rows of a CSV text that are not blank. */
export function* csvRows(text: string, delimiter: string): Generator<CsvRow> {
  for (const row of allRows(text, delimiter))
    if (row.state === 'open' || !row.fields.length || row.fields.some((field) => field.trim())) yield row;
}
