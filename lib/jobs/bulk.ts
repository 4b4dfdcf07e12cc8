import type { Website } from '../services/index.ts';
import type { WrittenFields } from '../websites/fields.ts';
import type { Row } from '../websites/rows.ts';

/** One change for many websites; with privacy 2, one password for all or a generated one each. */
export interface BulkChange {
  fields: Pick<WrittenFields, 'privacy' | 'email' | 'exclude_bots'>;
  password?: { way: 'each' } | { way: 'common'; password: string };
}

/** The selected websites as a job's items. A read-only record is never one. */
export const jobItems = (rows: Iterable<Row<Website>>): { key: string; id: string }[] =>
  [...rows].flatMap(({ record: { id, domain, locked } }) => (locked || !id ? [] : [{ key: domain, id }]));
