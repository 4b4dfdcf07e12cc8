import type { Website } from '../services/index.ts';
import type { FlagField } from '../services/websiteFields.ts';
import type { WrittenFields } from './fields.ts';

/**
 * One change for many websites. `password` goes with privacy 2: a generated password for each website, or one for all.
 */
export interface BulkChange {
  fields: Pick<WrittenFields, 'privacy' | FlagField>;
  password?: { way: 'each' } | { way: 'common'; password: string };
}

interface JobItem {
  key: string;
  id: string;
}

/** Returns the selected websites as the items of a job, without read-only records. */
export const jobItems = (websites: Iterable<Website>): JobItem[] =>
  [...websites].flatMap(({ id, domain, locked }) => (locked || !id ? [] : [{ key: domain, id }]));
