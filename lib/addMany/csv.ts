import { candidates } from './tokens.ts';

/** How a table is written, and which of its columns holds the sites. */
export interface Header {
  delimiter: string;
  column: number;
}

export interface Row {
  /** On which its first field begins, from 1. */
  line: number;
  fields: string[];
}

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

function columnOf(fields: readonly string[]): number {
  for (const name of names) {
    const column = fields.findIndex((field) => name.test(field.trim()));
    if (column >= 0) return column;
  }
  return -1;
}

/** The header of a CSV text: a first line that names a column of sites and holds none itself; undefined where there is none. */
export function headerOf(text: string): Header | undefined {
  const trimmed = text.trim();
  const [first = ''] = trimmed.split(/[\r\n]/, 1);
  if (first === trimmed || first.length > 4096 || !candidates(first).next().done) return undefined;
  const [found] = delimiters
    .map((delimiter) => ({ delimiter, fields: [...records(first, { delimiter }, 0)][0]?.fields ?? [] }))
    .sort((a, b) => b.fields.length - a.fields.length);
  const column = columnOf(found?.fields ?? []);
  const isSentence = found?.fields.length === 1 && /\s/.test(first);
  if (!found || column < 0 || isSentence) return undefined;
  return { delimiter: found.delimiter, column };
}

/** One field and what ends it: quoted (what follows the closing quote is dropped), or plain. */
function fieldPattern(delimiter: string): RegExp {
  const plain = `[^${delimiter}\\r\\n]*`;
  return new RegExp(`(?:[ ]*"([^"]*(?:""[^"]*)*)"?${plain}|(${plain}))([${delimiter}]|\\r\\n|\\r|\\n|$)`, 'y');
}

export const lineEnds = (text: string): number => text.split(/\r\n|\r|\n/).length - 1;

/** The rows of a CSV text (RFC 4180: quoted fields may hold delimiters, quotes and line ends), lazily; without empty ones. */
export function* records(text: string, { delimiter }: Pick<Header, 'delimiter'>, skip = 1): Generator<Row> {
  const pattern = fieldPattern(delimiter);
  let row: Row = { line: 1, fields: [] };
  let line = 1;
  let left = skip;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [whole, quoted, plain = '', end] = match;
    row.fields.push(quoted?.replaceAll('""', '"') ?? plain);
    line += lineEnds(whole);
    if (end === delimiter) continue;
    if (row.fields.some((field) => field.trim()) && left-- <= 0) yield row;
    if (!end) return;
    row = { line, fields: [] };
  }
}
