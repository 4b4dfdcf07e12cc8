import type { ListName } from '../records/types.ts';
import type { Project, Website } from '../services/index.ts';
import { type FieldName, fieldNames } from '../services/websiteFields.ts';
import { toCsv } from '../util/csv.ts';
import { localDay } from '../util/localDay.ts';
import { privacyKind } from './privacyKind.ts';

const flagTexts = ['no', 'yes'] as const;
const exportValue = (value: Website[FieldName]) =>
  value === undefined ? '' : typeof value === 'number' ? flagTexts[value] : value.join('\n');

type Cell = string | number | undefined;
type Columns<T> = readonly (readonly [name: string, value: (record: T) => Cell])[];

/**
 * A record to export. `connection`: the name of its connection, if the person has several. `last_visit`,
 * `visits_7_days`: missing if unknown. `not_listed_since`: when the service last reported the record; set only if the
 * record may have been deleted since.
 */
export type Exported = (Website | Project) & {
  connection?: string;
  last_visit?: string;
  visits_7_days?: number;
  not_listed_since?: string;
};

/** Columns that few records need. A CSV file has such a column only if at least one record has a value for it. */
const someColumns: Columns<Website & Exported> = [
  ['connection', ({ connection }) => connection],
  ['name', ({ name }) => name],
  ['hosts', ({ hosts }) => hosts?.join('\n')],
  ['share_url', ({ share_url }) => share_url ?? undefined],
  ['team', ({ team_name }) => team_name],
  ['last_visit', ({ last_visit }) => last_visit],
  ['visits_7_days', ({ visits_7_days }) => visits_7_days],
  ['not_listed_since', ({ not_listed_since }) => not_listed_since],
];

const websiteColumns: Columns<Website> = [
  ['domain', ({ domain }) => domain],
  ['privacy', (website) => website.privacy_raw ?? (website.privacy === undefined ? '' : privacyKind(website))],
  ['password', ({ has_password }) => (has_password === undefined ? '' : has_password ? 'yes' : 'no')],
  ...fieldNames.map((name) => [name, (website: Website) => exportValue(website[name])] as const),
  ['created_at', ({ created_at }) => created_at],
  ['updated_at', ({ updated_at }) => updated_at],
  ['id', ({ id }) => id],
];

const projectColumns: Columns<Project> = [
  ['project', ({ project }) => project],
  ['reports', ({ reports }) => reports],
  ['result', ({ result }) => result],
  ['created_at', ({ created_at }) => created_at],
];

export type Format = 'csv' | 'json';

function csvOf<T>(columns: Columns<T>, records: readonly T[]): string {
  const some = (someColumns as unknown as Columns<T>).filter(([, value]) =>
    records.some((one) => (value(one) ?? '') !== ''),
  );
  const all = [...columns, ...some];
  return toCsv(
    all.map(([name]) => name),
    records.map((record) => all.map(([, value]) => value(record))),
  );
}

/**
 * Returns the text of a file with these records, without passwords. A field that the service did not report is empty in
 * CSV and missing in JSON.
 */
export function exportText(kind: ListName, format: Format, records: readonly Exported[]): string {
  if (format === 'json') return `${JSON.stringify(records, undefined, 2)}\n`;
  return kind === 'websites'
    ? csvOf(websiteColumns, records as readonly Website[])
    : csvOf(projectColumns, records as readonly Project[]);
}

/** Returns the name of an exported file, which contains the list's name and the day. */
export const exportName = (kind: ListName, format: Format, day: Date): string =>
  `waymark-${kind}-${localDay(day)}.${format}`;
