import type { allJobs, itemsOf, someItemsOf } from '../jobs/store.ts';
import type { RecordReads } from '../records/read.ts';
import { isWorkersStore } from '../records/storeName.ts';
import type { Problem } from '../services/index.ts';
import type { pastAudits } from '../storage/audits.ts';
import { ask } from './ask.ts';

/**
 * The functions with which pages read the worker's databases. Their results are plain data that fits into a message.
 */
export interface StoredReads extends RecordReads {
  allJobs: typeof allJobs;
  itemsOf: typeof itemsOf;
  someItemsOf: typeof someItemsOf;
  pastAudits: typeof pastAudits;
}

/**
 * Thrown if neither the page nor the worker can read the worker's databases, so that it is unknown which records exist.
 */
class Unreadable extends Error {
  override name = 'Unreadable';
  problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Returns the problem to show after `stored` has rejected with this error. */
export const whyUnread = (error: unknown): Problem =>
  error instanceof Unreadable ? error.problem : { kind: 'setup', code: 'fault' };

let isOwn: Promise<boolean> | undefined;

/**
 * Resolves to whether this page can open the worker's store. Not every page can: a container tab in Firefox has its own
 * storage. Call it early, so that the first read is faster.
 */
export const findStore = (): Promise<boolean> => {
  isOwn ??= isWorkersStore();
  return isOwn;
};

/**
 * Reads the worker's stored data. Calls `read`, which is fast, if this page can open the worker's store. Otherwise asks
 * the worker. Rejects if neither works (see `whyUnread`).
 */
export async function stored<N extends keyof StoredReads>(
  name: N,
  read: StoredReads[N],
  ...args: Parameters<StoredReads[N]>
): Promise<Awaited<ReturnType<StoredReads[N]>>> {
  const readHere = read as (...given: typeof args) => ReturnType<StoredReads[N]>;
  if (await findStore()) return await readHere(...args);
  const answer = await ask('stored', { read: name, args });
  if (!answer.ok) throw new Unreadable(answer.problem);
  return answer.value as Awaited<ReturnType<StoredReads[N]>>;
}
