import type { End } from '../../jobs/claim.ts';
import { forgetDeleted, forgetReplaced, keepWanted } from '../../jobs/otherJobs.ts';
import { itemRefused, itemSettled, itemUnfound, type JobStep } from '../../jobs/state.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { countUndo, noteMade } from '../../jobs/undo.ts';
import { ApiError, type Problem } from '../../services/index.ts';
import { NewerSettings } from '../../storage/settings.ts';
import { problemOf } from '../problems.ts';
import { type Given, kinds, type Made, verifyItem } from './jobKinds.ts';

/**
 * The outcome of sending or looking up an item. `end`: the change to store. `made`: the result of a successful item,
 * which a single write reports to its page. `error`: why the attempt failed, if it did.
 */
export interface Attempt {
  end: End;
  made?: Made;
  error?: unknown;
}

/**
 * Returns the change to store when an item ends. It changes nothing if another run has ended the item or sent it again
 * meanwhile.
 */
const itemEnding = (sent: Item, apply: End['apply']): End => ({
  at: sent.at,
  apply: (job, item) => (item.state === 'sending' && item.sent === sent.sent ? apply(job, item) : { job, item }),
});

/**
 * Returns the problem of a failed attempt. An error of an unexpected type counts as temporary, and leaves the outcome
 * unknown. For example, storage may fail for a worker that still runs while the browser closes.
 */
const attemptProblem = (error: unknown): Problem =>
  error instanceof ApiError || error instanceof NewerSettings
    ? problemOf(error)
    : { kind: 'cancelled', code: 'unconfirmed' };

/**
 * Returns the problem to store with the job. For a single write by hand, leaves out the service's message, which may
 * repeat the password that was sent.
 */
function storedProblem(error: unknown, { press }: Job): Problem {
  const problem = attemptProblem(error);
  if (!press) return problem;
  const { kind, code, status } = problem;
  return { kind, ...(code ? { code } : {}), ...(status ? { status } : {}) };
}

/**
 * Returns the function that changes a job and its item after a failure. `isLookUp`: whether the look-up of an earlier
 * write has failed, not the write itself. If the job was resumed meanwhile, the failure neither pauses it nor makes it
 * wait.
 */
const failing =
  (error: unknown, isLookUp: boolean, { run }: Job) =>
  (job: Job, item: Item): JobStep =>
    itemRefused(job, item, storedProblem(error, job), Date.now(), isLookUp, job.run.from !== run.from);

/** Returns the function that changes a job and its item after a success. */
const settling =
  ({ website, isFound, ...ended }: Made): End['apply'] =>
  (job, item) =>
    countUndo(itemSettled(job, noteMade(job, item, ended, website, isFound), ended, Date.now()));

/**
 * Returns the result of an item that succeeded. If it has deleted a website or replaced its password, first updates the
 * other jobs.
 */
async function succeeded(item: Item, job: Job, made: Made): Promise<Attempt> {
  const isDeleted = job.kind === 'delete' && !job.list && made.outcome !== 'changed-since';
  const isReplaced = !!job.password && made.outcome === 'updated';
  const note = isDeleted ? forgetDeleted : isReplaced ? forgetReplaced : undefined;
  // If this cannot be stored, other jobs may still offer the website's old password, or count it in their undo.
  await note?.(job, item).catch(() => {});
  return { end: itemEnding(item, settling(made)), made };
}

/** Carries out an item: makes one write at the service or, in an audit, examines one page of a site. Never rejects. */
export async function send(item: Item, job: Job, given: Given): Promise<Attempt> {
  // Marks the items of other jobs for the same website (see `keepWanted`). If that fails, the item is still sent.
  await keepWanted(job, item).catch(() => {});
  return kinds[job.kind].send(job, item, given).then(
    (made) => succeeded(item, job, made),
    (error) => ({ end: itemEnding(item, failing(error, false, job)), error }),
  );
}

/** Finds out whether a write with unknown outcome was carried out. Never rejects. */
export const lookFor = (item: Item, job: Job): Promise<Attempt> =>
  verifyItem(job, item).then(
    (ended) => {
      if (ended.outcome) return succeeded(item, job, ended);
      if ('isOver' in ended) return { end: itemEnding(item, settling({ outcome: 'gone' })) };
      return { end: itemEnding(item, (now, stored) => itemUnfound(now, stored, Date.now(), ended.mayRepeat)) };
    },
    (error) => ({ end: itemEnding(item, failing(error, true, job)), error }),
  );

/** Whether an error means that a write was sent but its outcome is unknown. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === 'unconfirmed';
