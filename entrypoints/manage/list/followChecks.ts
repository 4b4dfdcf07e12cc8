import { addChecks, type Check, type Checks, reportedAudit, versionOf } from '@/lib/audit/report.ts';
import { someItemsOf } from '@/lib/jobs/store.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { watchJobs } from '@/lib/jobs/watch.ts';
import { stored } from '@/lib/messages/stored.ts';
import { batchSize } from '@/lib/records/store.ts';

async function checksIn({ id }: Job, isWanted: () => boolean): Promise<Checks | undefined> {
  const checks = new Map<string, Check>();
  for (let from = 0; ; from += batchSize) {
    const some = await stored('someItemsOf', someItemsOf, id, undefined, from, batchSize);
    if (!isWanted()) return undefined;
    addChecks(checks, some);
    if (some.length < batchSize) return checks;
  }
}

/**
 * Calls `tell` with the results of an account's last audit, by site: once they are read, and after every change. Passes
 * undefined if there is no report. If a report cannot be read, passes the previous results again. Returns a function
 * that stops the calls.
 */
export function followChecks(account: string, tell: (checks: Checks | undefined) => void): () => void {
  /** The version of the report that was read last or is being read. */
  let version = 'none yet';
  let known: Checks | undefined;
  const read = async (job: Job | undefined, now: string) => {
    version = now;
    try {
      const checks = job && (await checksIn(job, () => now === version));
      if (now !== version) return;
      known = checks;
      tell(known);
    } catch {
      if (now !== version) return;
      // The next change of any job causes another try.
      version = 'unread';
      tell(known);
    }
  };
  const stop = watchJobs((jobs) => {
    const job = reportedAudit(jobs, account);
    const now = job ? versionOf(job) : 'no report';
    if (now !== version) void read(job, now);
  });
  return () => {
    version = 'stopped';
    stop();
  };
}
