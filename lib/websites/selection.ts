import type { Website } from '../services/index.ts';
import type { FlagField } from '../services/websiteFields.ts';
import type { WrittenFields } from './fields.ts';

/** One change for many websites; with privacy 2, one password for all or a generated one each. */
export interface BulkChange {
  fields: Pick<WrittenFields, 'privacy' | FlagField>;
  password?: { way: 'each' } | { way: 'common'; password: string };
}

interface JobItem {
  key: string;
  id: string;
  before?: BulkChange['fields'];
}

/**
 * The selected websites as a job's items, with what is shown of the fields that it changes. A read-only record is never one.
 */
export const jobItems = (websites: Iterable<Website>, fields: BulkChange['fields'] = {}): JobItem[] =>
  [...websites].flatMap((website) => {
    const { id, domain, locked } = website;
    if (locked || !id) return [];
    const shown = Object.keys(fields).map((name) => [name, website[name as keyof Website]] as const);
    const before = Object.fromEntries(shown.filter(([, value]) => value !== undefined));
    return [{ key: domain, id, ...(Object.keys(before).length ? { before } : {}) }];
  });
