import { allJobs, itemsOf, someItemsOf } from '../jobs/store.ts';
import type { Input } from '../messages/ask.ts';
import type { StoredReads } from '../messages/stored.ts';
import { recordReads } from '../records/read.ts';
import { nameStore } from '../records/storeName.ts';
import { pastAudits } from '../storage/audits.ts';
import { records } from './records/records.ts';

const ofRecords = recordReads(records);
const reads: StoredReads = { ...ofRecords, allJobs, itemsOf, someItemsOf, pastAudits };

/**
 * Reads stored data for a page that has another store than the worker, or none. Rejects if the worker has no store
 * either.
 */
export async function readStored({ read, args }: Input<'stored'>): Promise<unknown> {
  // If the store cannot be opened, this rejects. Most of these reads would find nothing then, as in an empty store.
  if (!Object.hasOwn(ofRecords, read)) await nameStore();
  // Chromium sends messages as JSON, in which a missing argument is null.
  return (reads[read] as (...given: unknown[]) => Promise<unknown>)(...args.map((one) => one ?? undefined));
}
