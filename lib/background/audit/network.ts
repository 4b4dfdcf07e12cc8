import { homePage } from '../../audit/access.ts';
import type { Answered } from '../../audit/judge.ts';
import { hasAnswered, isUnanswered } from '../../audit/look.ts';
import { hasAccess } from '../../connections/permissions.ts';
import { isHeldUp } from '../../jobs/state.ts';
import { itemsOf, jobWith } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { writeJob } from '../../jobs/write.ts';
import { ApiError, type Problem } from '../../services/index.ts';
import { fetchPage } from './fetchPage.ts';

/** After this many unreachable sites in a row, the network may be the cause. */
const maxUnreachable = 10;
/** How long a repeated audit waits before it goes on by itself (seconds). */
const retryAfter = 15 * 60;
/**
 * How long after its start a repeated audit may be held up (milliseconds). Then it reports its sites as they are,
 * because it keeps every other audit waiting.
 */
const maxHoldUp = 24 * 3_600_000;

/** Whether Waymark may request a site's home page. */
export const isReadable = (host: string): Promise<boolean> => hasAccess([homePage(host)]).catch(() => false);

async function expectAnswer({ key: host }: Item): Promise<void> {
  const { is } = (await isReadable(host)) ? await fetchPage(homePage(host)) : { is: 'unreachable' };
  if (isUnanswered(is)) throw new Error(is);
}

const doesAnyAnswer = (asked: readonly Item[]): Promise<boolean> =>
  Promise.any(asked.map(expectAnswer)).then(
    () => true,
    () => false,
  );

/** Returns the last site of an audit that answered. */
const lastAnswered = (items: readonly Item[]): Item | undefined =>
  items.findLast(({ look }) => look && hasAnswered(look));

/**
 * Whether any other site of an audit answers. Asks the last site that answered, and up to three sites that still wait.
 */
async function doOthersAnswer({ id }: Job): Promise<boolean> {
  const items = await itemsOf(id);
  const waiting = items.filter(({ state }) => state === 'waiting');
  const others = [lastAnswered(items), waiting[0], waiting[Math.floor(waiting.length / 2)], waiting.at(-1)];
  return doesAnyAnswer([...new Set(others)].filter((one) => one !== undefined));
}

/** The question whether other sites answer, shared by the looks that run at the same time. */
let asking: Promise<boolean> | undefined;
const askOthers = (job: Job): Promise<boolean> => {
  asking ??= doOthersAnswer(job).finally(() => {
    asking = undefined;
  });
  return asking;
};

/**
 * Returns the problem that no site answers. A repeated audit goes on by itself, because nobody may be there to resume
 * it.
 */
const noAnswers = ({ isRepeat }: Job): Problem => ({
  ...(isRepeat ? { kind: 'timeout', retryAfter } : { kind: 'setup' }),
  code: 'no-answers',
});

/**
 * Takes back the results of unreachable sites. These are looked at again, or left out if the job has ended or was
 * cancelled. `isCurrent`: whether nobody has resumed the job since; the job then waits from now on.
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
      // Set at once, so that a look that ends meanwhile is not stored as silent either.
      ...(isOver || !isCurrent ? {} : { problem, since: now, until: now + retryAfter * 1000 }),
      wasPaused: true,
      counts: { ...counts, done: counts.done - count, [state]: counts[state] + count },
      outcomes: { ...outcomes, silent: (outcomes.silent ?? 0) - count },
    },
    items,
  };
}

/**
 * Takes back the results of an audit's unreachable sites, because the network may be the cause. These sites wait for
 * another look, or are left out if the audit has ended.
 */
export const takeBack = ({ id, run }: Job): Promise<Job | undefined> =>
  writeJob(id, ['done'], (job, done) => takenBack(job, done, job.run.from === run.from));

/** For each audit how many sites in a row could not be reached. A restarted worker counts from 0. */
const unreachable = new Map<string, number>();

/**
 * Counts unreachable sites in a row. If there are too many although the browser says that it is online, tries other
 * sites. If these are unreachable as well, rejects with ApiError `no-answers`, and none of the sites is reported as
 * silent. Call this last, so that the findings are stored before the next look.
 */
export async function checkNetwork(audit: Job, { is }: Answered): Promise<void> {
  // A timeout does not count, since a slow site may still be there.
  if (is === 'timeout') return;
  const { id } = audit;
  const inARow = is === 'unreachable' ? (unreachable.get(id) ?? 0) + 1 : 0;
  unreachable.set(id, inARow);
  const job = inARow ? await jobWith(id) : undefined;
  if (!job || job.state === 'cancelled' || isHeldUp(job)) return;
  if (job.isRepeat && Date.now() - job.started > maxHoldUp) return;
  // After a first hold-up all remaining sites are tried before the next one, since any of them may answer. Another look
  // may also have found meanwhile that other sites answer.
  if (job.wasPaused ? job.counts.waiting : (unreachable.get(id) ?? 0) < maxUnreachable) return;
  if (await askOthers(job)) return void unreachable.set(id, 0);
  await takeBack(audit);
  throw new ApiError(noAnswers(job));
}

/**
 * Whether the network may have failed while an audit ended: its last sites were unreachable, and a site that answered
 * before is unreachable now.
 */
export async function isNetworkLost({ id }: Job): Promise<boolean> {
  // A restarted worker has no count of unreachable sites, so it checks.
  if (unreachable.get(id) === 0) return false;
  const items = await itemsOf(id);
  const known = items.some(({ look }) => look?.why === 'unreachable') && lastAnswered(items);
  // Without access to that site, nothing can be said.
  return known && (await isReadable(known.key)) ? !(await doesAnyAnswer([known])) : false;
}
