import { homePage } from '../../audit/access.ts';
import type { Answered } from '../../audit/judge.ts';
import { hasAnswered, isNoAnswer } from '../../audit/look.ts';
import { hasAccess } from '../../connections/permissions.ts';
import { isHeldUp } from '../../jobs/state.ts';
import { itemsOf, jobWith } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { writeJob } from '../../jobs/write.ts';
import { ApiError, type Problem } from '../../services/index.ts';
import { ageOf } from '../../util/moments.ts';
import { fetchPage } from './fetchPage.ts';

/**
 * Returns how many unreachable sites in a row make an audit suspect the network (see `checkNetwork`). For a repeated
 * audit of fewer than 10 sites, this is the number of its sites, because perhaps nobody is there to notice a wrong
 * report.
 */
const maxUnreachable = ({ isRepeat, total }: Job): number => (isRepeat ? Math.min(10, total) : 10);
/** How long a repeated audit waits after a network failure before it continues by itself (seconds). */
const retryAfter = 15 * 60;
/**
 * How long network failures can hold up a repeated audit, counted from its start (milliseconds). After that, it reports
 * sites as unreachable, so that it ends and the next one can start. It can be held up again once the same time has
 * passed since the last hold-up, because a computer that wakes up may have no network at first.
 */
const maxHoldUp = 24 * 3_600_000;

/** Whether the browser allows Waymark to request a site's home page. */
export const isReadable = (host: string): Promise<boolean> => hasAccess([homePage(host)]).catch(() => false);

async function expectAnswer({ key: host }: Item): Promise<void> {
  const { is } = (await isReadable(host)) ? await fetchPage(homePage(host)) : { is: 'unreachable' };
  if (isNoAnswer(is)) throw new Error(is);
}

const doesAnyAnswer = (asked: readonly Item[]): Promise<boolean> =>
  Promise.any(asked.map(expectAnswer)).then(
    () => true,
    () => false,
  );

const lastAnswered = (items: readonly Item[]): Item | undefined =>
  items.findLast(({ look }) => look && hasAnswered(look));

async function doesServiceAnswer({ serviceUrl }: Job): Promise<boolean> {
  return !isNoAnswer((await fetchPage(serviceUrl)).is);
}

/**
 * Whether any other site of an audit answers. Requests the site that answered last, and up to three sites that were not
 * examined yet. If there are none, requests the address of the service, without its key.
 */
async function doOthersAnswer(job: Job): Promise<boolean> {
  const { id } = job;
  const items = await itemsOf(id);
  const waiting = items.filter(({ state }) => state === 'waiting');
  const others = [lastAnswered(items), waiting[0], waiting[Math.floor(waiting.length / 2)], waiting.at(-1)];
  const asked = [...new Set(others)].filter((one) => one !== undefined);
  return asked.length ? doesAnyAnswer(asked) : doesServiceAnswer(job);
}

/** The check under way of whether other sites answer. All sites examined at the same time share it. */
let asking: Promise<boolean> | undefined;
const askOthers = (job: Job): Promise<boolean> => {
  asking ??= doOthersAnswer(job).finally(() => {
    asking = undefined;
  });
  return asking;
};

/**
 * Returns the problem of an audit whose sites are all unreachable. With it, a repeated audit resumes by itself after a
 * while, because perhaps nobody is there to resume it. Any other audit pauses.
 */
const noAnswers = ({ isRepeat }: Job): Problem => ({
  ...(isRepeat ? { kind: 'timeout', retryAfter } : { kind: 'setup' }),
  code: 'no-answers',
});

/**
 * Returns an audit and its unreachable sites, without their results. The sites are examined again or, if the audit is
 * over, left out. Also holds up the audit, unless it is over or a person has resumed it since these sites were
 * requested (`isCurrent` is then false).
 */
function takenBack(job: Job, done: readonly Item[], isCurrent: boolean): { job: Job; items: Item[] } {
  const isOver = job.state === 'cancelled' || job.ended !== undefined;
  const state = isOver ? 'skipped' : 'waiting';
  const problem = noAnswers(job);
  const items = done.flatMap(({ outcome: _, look, ...item }): Item[] =>
    look?.why === 'unreachable' ? [{ ...item, state, problem }] : [],
  );
  const { counts, outcomes } = job;
  const count = items.length;
  const now = Date.now();
  return {
    job: {
      ...job,
      // The problem is set at once, so that a site examined meanwhile is not stored as unreachable either.
      ...(isOver || !isCurrent ? {} : { problem, since: now, until: now + retryAfter * 1000 }),
      heldUp: now,
      counts: { ...counts, done: counts.done - count, [state]: counts[state] + count },
      outcomes: { ...outcomes, silent: (outcomes.silent ?? 0) - count },
    },
    items,
  };
}

/**
 * Discards the results of an audit's unreachable sites, because the network may be the cause. The sites are examined
 * again or, if the audit has ended, left out.
 */
export const takeBack = ({ id, run }: Job): Promise<Job | undefined> =>
  writeJob(id, ['done'], (job, done) => takenBack(job, done, job.run.from === run.from));

/** How many sites in a row were unreachable, by audit id. A restarted worker counts from 0. */
const unreachable = new Map<string, number>();

/**
 * Call this whenever a site has been examined. After too many unreachable sites in a row, checks whether any other site
 * answers, even if the browser claims to be online. If none answers, discards the results of the unreachable sites, and
 * rejects with ApiError `no-answers`.
 */
export async function checkNetwork(audit: Job, { is }: Answered): Promise<void> {
  // A timeout does not count as unreachable, because a slow site may still be there.
  if (is === 'timeout') return;
  const { id } = audit;
  const inARow = is === 'unreachable' ? (unreachable.get(id) ?? 0) + 1 : 0;
  unreachable.set(id, inARow);
  const job = inARow ? await jobWith(id) : undefined;
  if (!job || job.state === 'cancelled' || isHeldUp(job)) return;
  const now = Date.now();
  if (job.isRepeat && now - job.started > maxHoldUp && ageOf(job.heldUp ?? 0, now) < maxHoldUp) return;
  // After a hold-up, checks only once no site is waiting, because a waiting site may still answer. Before any hold-up,
  // reads the count again, because the check for another site may have reset it.
  if (job.heldUp ? job.counts.waiting : (unreachable.get(id) ?? 0) < maxUnreachable(job)) return;
  if (await askOthers(job)) return void unreachable.set(id, 0);
  await takeBack(audit);
  throw new ApiError(noAnswers(job));
}

/**
 * Whether the network may have failed before an audit ended: the last examined sites were unreachable, and the site
 * that answered last does not answer now.
 */
export async function isNetworkLost({ id }: Job): Promise<boolean> {
  // A count of 0 means that the last site was reachable. A restarted worker has no count, so it checks.
  if (unreachable.get(id) === 0) return false;
  const items = await itemsOf(id);
  const known = items.some(({ look }) => look?.why === 'unreachable') && lastAnswered(items);
  // Without access to the site that answered before, nothing can be concluded.
  return known && (await isReadable(known.key)) ? !(await doesAnyAnswer([known])) : false;
}
