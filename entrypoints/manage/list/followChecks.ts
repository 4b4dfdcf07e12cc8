import { type Checks, checksOf, reportedAudit, versionOf } from '@/lib/audit/report.ts';
import { someItemsOf } from '@/lib/jobs/store.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { watchJobs } from '@/lib/jobs/watch.ts';
import { stored } from '@/lib/messages/stored.ts';
import { batchSize } from '@/lib/records/store.ts';

/** The items of a report, read a few at a time; undefined once `isWanted` says no. */
async function itemsIn({ id }: Job, isWanted: () => boolean): Promise<Item[] | undefined> {
  const all: Item[] = [];
  for (;;) {
    const some = await stored('someItemsOf', someItemsOf, id, undefined, all.length, batchSize);
    if (!isWanted()) return undefined;
    for (const item of some) all.push(item);
    if (some.length < batchSize) return all;
  }
}

/** Tells what the report of an account's last audit says of each site, now and whenever that changes, until it is stopped. */
export function followChecks(account: string, tell: (checks: Checks | undefined) => void): () => void {
  let version: string | undefined;
  const read = async (job: Job | undefined) => {
    const mine = version;
    const items = job && (await itemsIn(job, () => mine === version));
    if (mine === version) tell(items && checksOf(items));
  };
  const stop = watchJobs((jobs) => {
    const job = reportedAudit(jobs, account);
    const now = job && versionOf(job);
    if (now === version) return;
    version = now;
    // What cannot be read now stays as it was told.
    read(job).catch(() => {});
  });
  return () => {
    version = 'stopped';
    stop();
  };
}
