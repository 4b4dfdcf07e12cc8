import { homePage } from '../../audit/access.ts';
import type { Answered } from '../../audit/judge.ts';
import { hasAccess } from '../../connections/permissions.ts';
import { itemsOf, jobWith, writeJob } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { ApiError } from '../../services/index.ts';
import { fetchPage } from './fetchPage.ts';

/** After so many sites in a row that cannot be reached, the cause may be the network. */
const maxUnreachable = 10;

/** Waymark may ask a site for its home page. */
export const isReadable = (host: string): Promise<boolean> => hasAccess([homePage(host)]).catch(() => false);

async function expectAnswer({ key: host }: Item): Promise<void> {
  const { is } = (await isReadable(host)) ? await fetchPage(homePage(host)) : { is: 'unreachable' };
  if (is === 'unreachable' || is === 'timeout') throw new Error(is);
}

/** Whether any other site of an audit answers: the last that did, or one of those that are left. */
async function doOthersAnswer({ id }: Job): Promise<boolean> {
  const items = await itemsOf(id);
  const known = items.findLast(({ look }) => look && look.why !== 'unreachable' && look.why !== 'timeout');
  const waiting = items.filter(({ state }) => state === 'waiting');
  const others = [known, waiting[0], waiting[Math.floor(waiting.length / 2)], waiting.at(-1)];
  const asked = [...new Set(others)].filter((one) => one !== undefined);
  return Promise.any(asked.map(expectAnswer)).then(
    () => true,
    () => false,
  );
}

/** Those that look at sites beside one another ask once. */
let asking: Promise<boolean> | undefined;
const askOthers = (job: Job): Promise<boolean> => {
  asking ??= doOthersAnswer(job).finally(() => {
    asking = undefined;
  });
  return asking;
};

/** Has every site that could not be reached looked at again, once a person resumes the job. */
function toLookAgain(job: Job, done: readonly Item[]): { job: Job; items: Item[] } {
  const items = done.flatMap(({ outcome: _, look, ...item }): Item[] =>
    look?.why === 'unreachable' ? [{ ...item, state: 'waiting' }] : [],
  );
  const { counts, outcomes } = job;
  const count = items.length;
  return {
    job: {
      ...job,
      wasPaused: true,
      counts: { ...counts, done: counts.done - count, waiting: counts.waiting + count },
      outcomes: { ...outcomes, silent: (outcomes.silent ?? 0) - count },
    },
    items,
  };
}

/** For each audit, how many sites in a row could not be reached. A worker that begins anew counts anew. */
const unreachable = new Map<string, number>();

/**
 * Counts how sites answer: call it last, so that what was found is stored before another looks. Rejects with ApiError
 * `setup`, code `no-answers`, where many in a row cannot be reached, nor others that are asked, although the browser says
 * that it is online: then a person must act, and none of them is called silent.
 */
export async function checkNetwork(job: Job, { is }: Answered): Promise<void> {
  // One that takes too long may still be there.
  if (is === 'timeout') return;
  const inARow = is === 'unreachable' ? (unreachable.get(job.id) ?? 0) + 1 : 0;
  unreachable.set(job.id, inARow);
  if (inARow < maxUnreachable) return;
  const { problem, state } = (await jobWith(job.id)) ?? {};
  const isDown = problem?.code === 'no-answers';
  if (state === 'cancelled' || job.wasPaused) return;
  if (!isDown && (await askOthers(job))) {
    unreachable.delete(job.id);
    return;
  }
  await writeJob(job.id, ['done'], (now, done) => (now.ended ? { job: now, items: [] } : toLookAgain(now, done)));
  throw new ApiError({ kind: 'setup', code: 'no-answers' });
}
