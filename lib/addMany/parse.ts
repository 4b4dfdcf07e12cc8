import { collect } from '../util/timeSlices.ts';
import { candidates, type Entry, readLines } from './lines.ts';

export type { Entry, ParseReason } from './lines.ts';

/** The line that may be a table's header: the first that is not blank, if it has no site and is not the only one. */
function headerLine(text: string): string | undefined {
  const trimmed = text.trim();
  const [first = ''] = trimmed.split(/[\r\n]/, 1);
  return first === trimmed || first.length > 4096 || [...candidates(first)].some(Boolean) ? undefined : first;
}

/** The first line by which Excel says how a table's columns are separated. */
const separatorLine = /^"?sep=(.?)"?[ \t;,]*(?=[\r\n])/i;

/**
 * Reads the sites of a pasted text, line by line and in time slices: any separators, addresses and bare names, wildcards,
 * text around them, CSV with a header (only its column of sites). Every line that is not blank yields at least one entry,
 * so that nothing is lost silently. Undefined if cancelled. Never rejects.
 */
export async function parseSites(text: string, signal?: AbortSignal): Promise<Entry[] | undefined> {
  const given = text.replace(/^\ufeff/, '');
  const [separated = '', separator = ''] = separatorLine.exec(given) ?? [];
  const plain = given.slice(separated.length);
  const header = headerLine(plain);
  const csv = header === undefined ? undefined : await import('./csv.ts').catch(() => undefined);
  return collect(csv && header !== undefined ? csv.readCsv(plain, header, separator) : readLines(plain), signal);
}
