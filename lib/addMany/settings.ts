import type { JobFields } from '../jobs/types.ts';
import type { Privacy } from '../services/index.ts';
import { type FieldName, fieldTable } from '../services/websiteFields.ts';
import { toLines } from '../websites/fields.ts';

/** Words only: a column `privacy` with numbers, or yes and no, says whether the owner of a domain is hidden. */
const privacies: Readonly<Record<string, Privacy>> = { public: 0, private: 1, password: 2 };
const flags: Readonly<Record<string, 0 | 1>> = { no: 0, yes: 1, false: 0, true: 1, 0: 0, 1: 1 };

const named = <T>(table: Readonly<Record<string, T>>, cell: string): T | undefined => {
  const name = cell.trim().toLowerCase();
  return Object.hasOwn(table, name) ? table[name] : undefined;
};

const isField = (name: string): name is FieldName => Object.hasOwn(fieldTable, name);

/**
 * What a column of a table sets for the site of its row, by its header: the names of Waymark's own export. `email` is a name
 * in any list of customers, so it needs another of these beside it. No password is ever taken from a file, because most
 * files that hold one are not about this.
 */
export const isSetting = (header: string, headers: readonly string[]): boolean =>
  header === 'email'
    ? headers.some((other) => other !== 'email' && isSetting(other, headers))
    : header === 'privacy' || isField(header);

function settingIn(header: string, cell: string): unknown {
  if (header === 'privacy') return named(privacies, cell);
  if (!isField(header)) return undefined;
  if (fieldTable[header].kind === 'flag') return named(flags, cell);
  const lines = toLines(cell);
  return lines.length ? lines : undefined;
}

/** The settings in a row of a table: what is empty or not understood is not set. */
export function settingsIn(headers: readonly string[], cells: readonly string[]): JobFields {
  const found = headers
    .map((header, at) => [header, settingIn(header, cells[at] ?? '')] as const)
    .filter(([header]) => isSetting(header, headers));
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}
