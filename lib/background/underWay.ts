import { maxRequestAge } from '../messages/changes.ts';

const workerBegan = performance.now();
const began = new Map<string, number>();

/** Notes that a write begins. `name`: the account, with the host or the record's id. */
export const beginWrite = (name: string): void => void began.set(name, performance.now());

/** Notes that the outcome of a write is known. */
export const endWrite = (name: string): void => void began.delete(name);

/**
 * For how long a write may still be under way (milliseconds). Measured by the monotonic clock, because the computer's may be
 * set; a write that an earlier worker began is at least as old as this worker.
 */
export const underWayFor = (name: string): number =>
  Math.max(0, maxRequestAge - (performance.now() - (began.get(name) ?? workerBegan)));
