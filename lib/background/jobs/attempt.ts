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
 * An item's outcome: the change to store, and, for the person who pressed, the record that was created or found, or the
 * error.
 */
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
 * The problem of a failed attempt. An unknown error counts as temporary and leaves the outcome unknown. A closing
 * browser, for example, refuses storage to a worker in its last milliseconds.
 */
const attemptProblem = (error: unknown): Problem =>
  error instanceof ApiError || error instanceof NewerSettings
    ? problemOf(error)
    : { kind: 'cancelled', code: 'unconfirmed' };

/** The problem as it is stored. For a press without the service's message, which may contain the password. */
function storedProblem(error: unknown, { press }: Job): Problem {
  const problem = attemptProblem(error);
  if (!press) return problem;
  const { kind, code, status } = problem;
  return { kind, ...(code ? { code } : {}), ...(status ? { status } : {}) };
}

/** Applies a failure. If it dates from before a person resumed the job, it does not pause the job again. */
const failing =
  (error: unknown, asked: boolean, { run }: Job) =>
  (job: Job, item: Item): JobStep =>
    itemRefused(job, item, storedProblem(error, job), Date.now(), asked, job.run.from !== run.from);

/** An item as it is stored after success, without the record, which is stored elsewhere. */
const settling =
  ({ website, isFound, ...ended }: Made): End['apply'] =>
  (job, item) =>
    countUndo(itemSettled(job, noteMade(job, item, ended, website, isFound), ended, Date.now()));

/** Makes one write or one look. */
export async function send(item: Item, job: Job, given: Given): Promise<Attempt> {
  // If nothing can be stored, an undo does not continue either.
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

/** Whether a write was sent and its outcome is unknown. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === 'unconfirmed';
