import { allJobs, itemsOf, someItemsOf } from '../jobs/store.ts';
import type { Input } from '../messages/ask.ts';
import type { StoredReads } from '../messages/stored.ts';
import { recordReads } from '../records/read.ts';
import { pastAudits } from '../storage/audits.ts';
import { records } from './records/records.ts';

const reads: StoredReads = { ...recordReads(records), allJobs, itemsOf, someItemsOf, pastAudits };

/** Reads stored data for a page that cannot open the worker's store. Rejects if the worker cannot open it either. */
export async function readStored({ read, args }: Input<'stored'>): Promise<unknown> {
  // Chromium sends messages as JSON, in which a missing argument becomes null.
  return (reads[read] as (...given: unknown[]) => Promise<unknown>)(...args.map((one) => one ?? undefined));
}
