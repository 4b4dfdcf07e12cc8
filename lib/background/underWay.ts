/** A request that began longer ago than this has ended (milliseconds): the client gives up after 15 s. */
const maxRequestAge = 20_000;

const workerBegan = performance.now();
const began = new Map<string, number>();

/** A write of a record begins. Names an account and a host, or a record's id. */
export const beginWrite = (name: string): void => void began.set(name, performance.now());

/** The outcome of a write is known. */
export const endWrite = (name: string): void => void began.delete(name);

/**
 * For how long a write may still be under way (milliseconds). Measured by this worker's own clock, because the computer's
 * may have been set since: what another worker began is as old as this worker at least.
 */
export const underWayFor = (name: string): number =>
  Math.max(0, maxRequestAge - (performance.now() - (began.get(name) ?? workerBegan)));
