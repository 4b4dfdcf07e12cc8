import { isOwn, pastAudit } from '../../audit/history.ts';
import { allJobs, itemsOf, jobWith } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { writeJob } from '../../jobs/write.ts';
import type { Input } from '../../messages/ask.ts';
import { ApiError } from '../../services/index.ts';
import { keepAudit } from '../../storage/audits.ts';
import { showProgress } from '../jobs/progress.ts';
import { refusePrivate } from '../request.ts';
import { addRepeat } from './repeats.ts';
import { withDomain } from './withDomain.ts';

const noted = (job: Job, items: readonly Item[], { at, look }: Input<'audits.looked'>) => {
  const item = items.find((one) => one.at === at);
  if (job.kind !== 'audit' || !job.ended || !item) return { job, items: [] };
  const outcomes = { ...job.outcomes };
  if (item.outcome && isOwn(job, item)) outcomes[item.outcome] = (outcomes[item.outcome] ?? 1) - 1;
  outcomes[look.state] = (outcomes[look.state] ?? 0) + 1;
  const run = { ...job.run, ended: job.run.ended + 1 };
  return { job: { ...job, outcomes, run }, items: [{ ...item, outcome: look.state, look, sent: Date.now() }] };
};

/** Notes in an ended audit what its page showed once it was opened, and in what is kept of the audit. */
export async function noteLook(input: Input<'audits.looked'>): Promise<null> {
  const account = (await jobWith(input.id))?.account;
  const look = account === undefined ? input.look : await withDomain(account, input.look);
  const job = await writeJob(input.id, ['done', 'failed', 'skipped'], (stored, items) =>
    noted(stored, items, { ...input, look }),
  );
  if (job?.ended) await keepAudit(pastAudit(job, await itemsOf(job.id)));
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
