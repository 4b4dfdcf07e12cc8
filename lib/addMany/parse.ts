import { collect } from '../util/timeSlices.ts';
import { candidates, type Entry, readLines } from './lines.ts';

export type { Entry, ParseReason } from './lines.ts';

/** The line that may be a table's header: the first that is not blank, if it holds no site and is not all there is. */
function headerOf(text: string): string | undefined {
  const trimmed = text.trim();
  const [first = ''] = trimmed.split(/[\r\n]/, 1);
  return first === trimmed || first.length > 4096 || !candidates(first).next().done ? undefined : first;
}

/**
 * Reads the sites of a pasted text, line by line and in slices: any separators, addresses and bare names, wildcards,
 * notes around them, CSV with a header (of which only the column of sites is read). Every line that holds anything gives
 * at least one entry, so that nothing is lost silently. Undefined when cancelled. Never rejects.
 */
export async function parseSites(text: string, signal?: AbortSignal): Promise<Entry[] | undefined> {
  const plain = text.replace(/^\ufeff/, '');
  const header = headerOf(plain);
  const csv = header === undefined ? undefined : await import('./csv.ts').catch(() => undefined);
  return collect(csv && header !== undefined ? csv.readCsv(plain, header) : readLines(plain), signal);
}
