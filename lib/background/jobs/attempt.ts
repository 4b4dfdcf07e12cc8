import type { End } from '../../jobs/claim.ts';
import { keepWanted } from '../../jobs/keepWanted.ts';
import { itemRefused, itemSettled, itemUnfound, type JobStep } from '../../jobs/state.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { countUndo, noteMade } from '../../jobs/undo.ts';
import { ApiError, type Problem } from '../../services/index.ts';
import { NewerSettings } from '../../storage/settings.ts';
import { problemOf } from '../problems.ts';
import { type Given, kinds, type Made, verifyItem } from './jobKinds.ts';

/**
 * An item's outcome. `end`: the change to store. `made`: for the person who pressed, the record that was created or
 * found. `error`: the failure.
 */
export interface Attempt {
  end: End;
  made?: Made;
  error?: unknown;
}

/** Makes an outcome that is applied only if no other run has ended or resent the item meanwhile. */
const itemEnding = (sent: Item, apply: End['apply']): End => ({
  at: sent.at,
  apply: (job, item) => (item.state === 'sending' && item.sent === sent.sent ? apply(job, item) : { job, item }),
});

/**
 * Returns the problem of a failed attempt. An unknown error counts as temporary and leaves the outcome unknown. A
 * closing browser, for example, refuses storage to a worker in its last milliseconds.
 */
const attemptProblem = (error: unknown): Problem =>
  error instanceof ApiError || error instanceof NewerSettings
    ? problemOf(error)
    : { kind: 'cancelled', code: 'unconfirmed' };

/**
 * Returns the problem to store. For a press it lacks the service's message, which may repeat the password that was
 * sent.
 */
function storedProblem(error: unknown, { press }: Job): Problem {
  const problem = attemptProblem(error);
  if (!press) return problem;
  const { kind, code, status } = problem;
  return { kind, ...(code ? { code } : {}), ...(status ? { status } : {}) };
}

/** Returns the change after a failure. A failure from before a person resumed the job does not pause the job again. */
const failing =
  (error: unknown, asked: boolean, { run }: Job) =>
  (job: Job, item: Item): JobStep =>
    itemRefused(job, item, storedProblem(error, job), Date.now(), asked, job.run.from !== run.from);

/** Returns the change after a success. The record itself is stored elsewhere, not with the item. */
const settling =
  ({ website, isFound, ...ended }: Made): End['apply'] =>
  (job, item) =>
    countUndo(itemSettled(job, noteMade(job, item, ended, website, isFound), ended, Date.now()));

/** Sends an item: makes one write, or one look at a site's page. */
export async function send(item: Item, job: Job, given: Given): Promise<Attempt> {
  // If this cannot be stored, no undo can continue either.
  await keepWanted(job, item).catch(() => {});
  return kinds[job.kind].send(job, item, given).then(
    (made) => ({ end: itemEnding(item, settling(made)), made }),
    (error) => ({ end: itemEnding(item, failing(error, false, job)), error }),
  );
}

/** Looks up a write whose outcome is unknown. */
export const lookFor = (item: Item, job: Job): Promise<Attempt> =>
  verifyItem(job, item).then(
    (ended) => {
      if (ended.outcome) return { end: itemEnding(item, settling(ended)), made: ended };
      if ('isOver' in ended) return { end: itemEnding(item, settling({ outcome: 'gone' })) };
      return { end: itemEnding(item, (now, stored) => itemUnfound(now, stored, Date.now(), ended.mayRepeat)) };
    },
    (error) => ({ end: itemEnding(item, failing(error, true, job)), error }),
  );

/** Whether an error means that a write was sent and its outcome is unknown. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === 'unconfirmed';
