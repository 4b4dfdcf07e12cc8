import { allJobs, itemsOf, someItemsOf } from '../jobs/store.ts';
import type { Input } from '../messages/ask.ts';
import type { StoredReads } from '../messages/stored.ts';
import { recordReads } from '../records/read.ts';
import { nameStore } from '../records/storeName.ts';
import { pastAudits } from '../storage/audits.ts';
import { records } from './records/records.ts';

const ofRecords = recordReads(records);
const reads: StoredReads = { ...ofRecords, allJobs, itemsOf, someItemsOf, pastAudits };

/** Reads for a page that has another store than the worker, or none. Rejects if the worker has no store either. */
export async function readStored({ read, args }: Input<'stored'>): Promise<unknown> {
  // Most of these reads find nothing in an unreadable store, and the page has to tell the two apart.
  if (!Object.hasOwn(ofRecords, read)) await nameStore();
  // Chromium sends messages as JSON, in which a missing argument is null.
  return (reads[read] as (...given: unknown[]) => Promise<unknown>)(...args.map((one) => one ?? undefined));
}
