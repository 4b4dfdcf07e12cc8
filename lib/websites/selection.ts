import type { Website } from '../services/index.ts';
import type { FlagField } from '../services/websiteFields.ts';
import type { WrittenFields } from './fields.ts';

/**
 * A change to many websites. `password`: set if the privacy becomes 2 (protected by a password). `each`: every website
 * gets its own generated password. `common`: all websites get the same password.
 */
export interface BulkChange {
  fields: Pick<WrittenFields, 'privacy' | FlagField>;
  password?: { way: 'each' } | { way: 'common'; password: string };
}

/** Converts the selected websites to the items of a job. Leaves out websites that must not be changed. */
export const jobItems = (websites: Iterable<Website>): { key: string; id: string }[] =>
  [...websites].flatMap(({ id, domain, locked }) => (locked || !id ? [] : [{ key: domain, id }]));
