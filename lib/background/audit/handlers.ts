import { foundBy, pastAudit } from '../../audit/history.ts';
import type { SiteLook } from '../../audit/look.ts';
import { type Before, withVisits } from '../../audit/visits.ts';
import { allJobs, itemsOf, jobWith } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { writeJob } from '../../jobs/write.ts';
import type { Input } from '../../messages/ask.ts';
import { ApiError } from '../../services/index.ts';
import { keepAudit } from '../../storage/audits.ts';
import { showProgress } from '../jobs/progress.ts';
import { refusePrivate } from '../request.ts';
import { addRepeat } from './repeats.ts';
import { changedNow, knownBefore, relooked } from './visits.ts';
import { withDomain } from './withDomain.ts';

/** What its page shows of a site once it was opened, with what the service has told of its visits. */
function noted(job: Job, items: readonly Item[], at: number, look: SiteLook, before: (item: Item) => Before) {
  const item = items.find((one) => one.at === at);
  if (job.kind !== 'audit' || !job.ended || !item) return { job, items: [] };
  const visits = item.look?.visits;
  const next = relooked(job, item, visits ? withVisits(look, visits, before(item)) : look, Date.now());
  return { job: changedNow(next.job), items: [next.item] };
}

/** Notes in an ended audit what its page showed once it was opened, and in what is kept of the audit. */
export async function noteLook({ id, at, look: { visits: _, ...shown } }: Input<'audits.looked'>): Promise<null> {
  const audit = await jobWith(id);
  const look = audit ? await withDomain(audit.account, shown) : shown;
  const before = audit
    ? await knownBefore(
        audit,
        (await itemsOf(id)).filter((item) => item.at === at),
      )
    : () => ({ line: [] });
  const job = await writeJob(id, ['done', 'failed', 'skipped'], (stored, items) =>
    noted(stored, items, at, look, before),
  );
  if (job?.ended) await keepAudit(pastAudit(job, foundBy(job, await itemsOf(job.id))));
  showProgress();
  return null;
}

type AuditRequest = Pick<Input<'jobs.start'>, 'items' | 'repeat'> & { isPrivate: boolean };

/**
 * Adds an audit by `add`. Rejects with ApiError: `private` in a private window, which would leave its trace here;
 * `audit-under-way` beside another.
 */
export const beginAudit = (
  job: Job,
  { items, repeat, isPrivate }: AuditRequest,
  add: () => Promise<unknown>,
): Promise<void> =>
  navigator.locks.request('audit', async () => {
    refusePrivate({ private: isPrivate });
    const isOpen = ({ id, kind, ended }: Job) => kind === 'audit' && id !== job.id && !ended;
    if ((await allJobs()).some(isOpen)) throw new ApiError({ kind: 'conflict', code: 'audit-under-way' });
    // Before the audit, which would give the access back at its end.
    if (repeat) await addRepeat(job.account, repeat, items);
    await add();
  });
