import { candidates } from './candidates.ts';

const rowStart = /^<tr[\s>]/i;
const rowEnd = /<\/t(?:r|able|body|foot|head)[\s>]/i;
const cellStart = /<t[dh](?:\s[^<>]*)?>/i;
const tableTag = /<\/?table[\s>]/i;
const tableTags = /<\/?t(?:r|able|body|foot|head)(?:\s[^<>]*)?>/gi;
const link = /<a\s[^<>]{0,200}?href\s{0,9}=\s{0,9}["']?(https?:[^\s"'<>]{1,4096})/gi;
const characters: Readonly<Record<string, string>> = { nbsp: ' ', quot: '"', '#34': '"', '#39': "'", amp: '&' };

const lineCount = (text: string): number => text.split('\n').length - 1;
const plain = (html: string): string =>
  html.replaceAll(/&(nbsp|quot|#34|#39|amp);/g, (_whole, name) => characters[name] ?? '').trim();

/** Returns the text of a cell. Adds the addresses of its links unless its text consists of sites. */
function cellText(html: string): string {
  const text = plain(html.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/\s+/g, ' '));
  const links = [...html.matchAll(link)].map(([, address = '']) => plain(address));
  if (!links.length) return text;
  const found = [...candidates(text)];
  if (found.length && found.every((one) => one && !one.words)) return text;
  return (found.some((one) => one) ? [text, ...links] : links).join(' ');
}

/** A text in HTML whose tables were taken out. */
export interface HtmlText {
  /** The tables: their rows, with tabs between the cells, and the line of each row in the text. */
  tables: { rows: string[]; lines: number[] }[];
  /** The lines of the text, without the rows of the tables. */
  rest: string[];
}

/**
 * Takes the tables out of a text in HTML. Tables with the same first row are one table, because exports repeat the
 * header for each group.
 */
export function htmlTables(html: string): HtmlText {
  const tables = new Map<string, HtmlText['tables'][number]>();
  let rest = '';
  let line = 1;
  let header: string | undefined;
  for (const part of html.replaceAll(/\r\n?/g, '\n').split(/(?=<tr[\s>])/i)) {
    const end = rowStart.test(part) ? part.search(rowEnd) : 0;
    const row = end < 0 ? part : part.slice(0, end);
    const cells = row.split(cellStart).slice(1).map(cellText);
    const text = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t');
    if (cells.length) {
      header ??= text;
      const table = tables.get(header) ?? { rows: [], lines: [] };
      tables.set(header, table);
      if (text !== header || !table.rows.length) {
        table.rows.push(text);
        table.lines.push(line);
      }
    }
    if (tableTag.test(part)) header = undefined;
    rest += '\n'.repeat(lineCount(row)) + part.slice(row.length).replaceAll(tableTags, ' ');
    line += lineCount(part);
  }
  return { tables: [...tables.values()], rest: rest.split('\n') };
}
