import type { Website } from '../services/index.ts';
import type { FlagField } from '../services/websiteFields.ts';
import type { WrittenFields } from './fields.ts';

/** One change for many websites. With privacy 2: one password for all, or a generated one for each. */
export interface BulkChange {
  fields: Pick<WrittenFields, 'privacy' | FlagField>;
  password?: { way: 'each' } | { way: 'common'; password: string };
}

interface JobItem {
  key: string;
  id: string;
}

/** The selected websites as a job's items, without read-only records. */
export const jobItems = (websites: Iterable<Website>): JobItem[] =>
  [...websites].flatMap(({ id, domain, locked }) => (locked || !id ? [] : [{ key: domain, id }]));
