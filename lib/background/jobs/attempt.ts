import type { End } from '../../jobs/claim.ts';
import { keepWanted } from '../../jobs/keepWanted.ts';
import { itemRefused, itemSettled, itemUnfound, type JobStep } from '../../jobs/state.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { countUndo, noteMade } from '../../jobs/undo.ts';
import { ApiError, type Problem } from '../../services/index.ts';
import { NewerSettings } from '../../storage/settings.ts';
import { problemOf } from '../problems.ts';
import { type Given, kinds, type Made, verifyItem } from './jobKinds.ts';

/** An item's outcome: what to store, and for who pressed what was made or found, or why it failed. */
export interface Attempt {
  end: End;
  made?: Made;
  error?: unknown;
}

/** Applies an outcome only if no other run has ended or resent the item meanwhile. */
const itemEnding = (sent: Item, apply: End['apply']): End => ({
  at: sent.at,
  apply: (job, item) => (item.state === 'sending' && item.sent === sent.sent ? apply(job, item) : { job, item }),
});

/**
 * The problem of a failed attempt. An unknown error is temporary and leaves the outcome unknown: a closing browser, for
 * example, refuses storage to a worker in its last milliseconds.
 */
const attemptProblem = (error: unknown): Problem =>
  error instanceof ApiError || error instanceof NewerSettings
    ? problemOf(error)
    : { kind: 'cancelled', code: 'unconfirmed' };

/** What is stored of a problem. The words of the service may hold the password that was pressed. */
function storedProblem(error: unknown, { press }: Job): Problem {
  const problem = attemptProblem(error);
  if (!press) return problem;
  const { kind, code, status } = problem;
  return { kind, ...(code ? { code } : {}), ...(status ? { status } : {}) };
}

/** A failure from before a person resumed the job must not stop it again. */
const failing =
  (error: unknown, asked: boolean, { run }: Job) =>
  (job: Job, item: Item): JobStep =>
    itemRefused(job, item, storedProblem(error, job), Date.now(), asked, job.run.from !== run.from);

/** An item as it is stored after it was made or found; the records have a home of their own. */
const settling =
  ({ website, isFound, ...ended }: Made): End['apply'] =>
  (job, item) =>
    countUndo(itemSettled(job, noteMade(job, item, ended, website, isFound), ended, Date.now()));

/** Makes one write, or one look. */
export async function send(item: Item, job: Job, given: Given): Promise<Attempt> {
  // Where nothing can be stored, no undo goes on either.
  await keepWanted(job, item).catch(() => {});
  return kinds[job.kind].send(job, item, given).then(
    (made) => ({ end: itemEnding(item, settling(made)), made }),
    (error) => ({ end: itemEnding(item, failing(error, false, job)), error }),
  );
}

/** Looks for a write whose outcome is not known. */
export const lookFor = (item: Item, job: Job): Promise<Attempt> =>
  verifyItem(job, item).then(
    (ended) => {
      if (ended.outcome) return { end: itemEnding(item, settling(ended)), made: ended };
      if ('isOver' in ended) return { end: itemEnding(item, settling({ outcome: 'gone' })) };
      return { end: itemEnding(item, (now, stored) => itemUnfound(now, stored, Date.now(), ended.mayRepeat)) };
    },
    (error) => ({ end: itemEnding(item, failing(error, true, job)), error }),
  );

/** Whether a write was sent, and its outcome is not known. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === 'unconfirmed';
