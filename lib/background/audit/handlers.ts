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
import { withJoinedWww } from './joinedWww.ts';
import { addRepeat } from './repeats.ts';
import { changedNow, examined, knownBefore, tellsVisits, withLook } from './visits.ts';
import { withDomain } from './withDomain.ts';

/** How long a site's visits are reused, and not requested again, when its page is examined again (milliseconds). */
const visitsLast = 60 * 60_000;

interface Beside {
  before: (item: Item) => Before;
  tellsVisits: boolean;
}

/**
 * Returns the changes to an ended audit after a person has opened a site's page. `look`: the result for that page. The
 * audit then requests the site's visits again, unless they are recent.
 */
function noted(job: Job, item: Item | undefined, look: SiteLook, beside: Beside) {
  if (job.kind !== 'audit' || !job.ended || !item) return { job, items: [] };
  const opened = { ...item, sent: Date.now() };
  const visits = item.look?.visits;
  const isRecent = visits && ageOf(visits.at, opened.sent) < visitsLast;
  const joined = isRecent ? lookWithVisits(look, visits, beside.before(opened)) : look;
  const asks = !isRecent && beside.tellsVisits ? { asksVisits: true as const } : {};
  return { job: changedNow({ ...job, ...asks }), items: [withLook(opened, joined)] };
}

/**
 * Returns an item for another record (`id`) of the same host. Leaves out the result, because that record's visits are
 * not known yet.
 */
const ofRecord = ({ look: _, ...item }: Item, id: string): Item => ({ ...item, id });

/**
 * Stores the result for a site's page that a person has opened: in the audit's report, and in the data that later
 * audits are compared with.
 */
export async function noteLook({ id, at, look: given, record }: Input<'audits.looked'>): Promise<null> {
  const { visits: _, ...shown } = given;
  const audit = await jobWith(id);
  if (!audit) return null;
  const lookedAt = (items: readonly Item[]) =>
    items
      .filter((item) => item.at === at)
      .map((item) => (record === undefined || record === item.id ? item : ofRecord(item, record)));
  const looked = lookedAt(await itemsOf(id));
  const look = await withJoinedWww(audit.account, looked[0]?.key, await withDomain(audit.account, shown));
  const beside = { before: await knownBefore(audit, looked), tellsVisits: await tellsVisits(audit.account) };
  const job = await writeJob(id, examined, (stored, items) => noted(stored, lookedAt(items)[0], look, beside));
  if (job?.ended) await keepAudit(pastAudit(job, foundBy(job, await itemsOf(job.id))));
  showProgress();
  void wake();
  return null;
}

type AuditRequest = Pick<Input<'jobs.start'>, 'items' | 'repeat'> & { isPrivate: boolean };

/**
 * Adds an audit to the jobs by calling `add`, after storing the plan to repeat it (`repeat`). Rejects with ApiError:
 * code `private` in a private window, because an audit leaves traces; code `audit-under-way` while another audit runs.
 * A paused audit does not count as running; if nobody resumed it, repeated audits would never start again.
 */
export const beginAudit = (
  job: Job,
  { items, repeat, isPrivate }: AuditRequest,
  add: () => Promise<unknown>,
): Promise<void> =>
  navigator.locks.request('audit', async () => {
    refusePrivate({ private: isPrivate });
    const isOpen = ({ id, kind, ended, state }: Job) =>
      kind === 'audit' && id !== job.id && !ended && state !== 'paused';
    if ((await allJobs()).some(isOpen)) throw new ApiError({ kind: 'conflict', code: 'audit-under-way' });
    // The plan is stored before the audit is added. Otherwise, the audit might give up the access to its sites when it
    // ends.
    if (repeat) await addRepeat(job.account, repeat, items);
    await add();
  });
