/**
 * Matches each place where a spreadsheet may start to read a formula: before a tab or line break at the beginning of
 * the text, and before `=`, `+`, `-` or `@` (also in fullwidth form) at the beginning of a cell. In Excel, a semicolon
 * or line break may begin a new cell. The lookahead comes first because it quickly rules out most places: a lookbehind
 * at each of many quotes would take minutes.
 */
const formula = /^(?=[\t\r\n])|(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=^|[;\r\n]"*)/g;

function cell(value: string | number | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = text.replaceAll(formula, "'");
  return /["\r\n,;\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Returns rows as CSV (RFC 4180) that is safe to open in a spreadsheet. Begins with a byte order mark; without it,
 * Excel misreads non-ASCII names.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly (string | number | undefined)[])[]): string {
  return `\ufeff${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
