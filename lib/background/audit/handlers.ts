import { foundBy, pastAudit } from '../../audit/history.ts';
import type { SiteLook } from '../../audit/look.ts';
import { type Before, lookWithVisits } from '../../audit/visits.ts';
import { allJobs, itemsOf, jobWith } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { writeJob } from '../../jobs/write.ts';
import type { Input } from '../../messages/ask.ts';
import { ApiError } from '../../services/index.ts';
import { keepAudit } from '../../storage/audits.ts';
import { ageOf } from '../../util/moments.ts';
import { showProgress } from '../jobs/progress.ts';
import { wake } from '../jobs/runner.ts';
import { refusePrivate } from '../request.ts';
import { addRepeat } from './repeats.ts';
import { changedNow, examined, knownBefore, tellsVisits, withLook } from './visits.ts';
import { withDomain } from './withDomain.ts';

/** For how long the answer about a site's visits holds for later looks at it (milliseconds). */
const visitsLast = 60 * 60_000;

interface Beside {
  before: (item: Item) => Before;
  tellsVisits: boolean;
}

/** An audit after the page of a site was opened. As this is a new look, its visits are requested anew unless they are recent. */
function noted(job: Job, items: readonly Item[], at: number, look: SiteLook, beside: Beside) {
  const item = items.find((one) => one.at === at);
  if (job.kind !== 'audit' || !job.ended || !item) return { job, items: [] };
  const opened = { ...item, sent: Date.now() };
  const visits = item.look?.visits;
  const isRecent = visits && ageOf(visits.at, opened.sent) < visitsLast;
  const joined = isRecent ? lookWithVisits(look, visits, beside.before(opened)) : look;
  const asks = !isRecent && beside.tellsVisits ? { asksVisits: true as const } : {};
  return { job: changedNow({ ...job, ...asks }), items: [withLook(opened, joined)] };
}

/** Notes in an ended audit what a site's page showed once it was opened, and in what is kept of the audit. */
export async function noteLook({ id, at, look: { visits: _, ...shown } }: Input<'audits.looked'>): Promise<null> {
  const audit = await jobWith(id);
  if (!audit) return null;
  const look = await withDomain(audit.account, shown);
  const looked = (await itemsOf(id)).filter((item) => item.at === at);
  const beside = { before: await knownBefore(audit, looked), tellsVisits: await tellsVisits(audit.account) };
  const job = await writeJob(id, examined, (stored, items) => noted(stored, items, at, look, beside));
  if (job?.ended) await keepAudit(pastAudit(job, foundBy(job, await itemsOf(job.id))));
  showProgress();
  void wake();
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
