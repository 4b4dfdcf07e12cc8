import type { ListName } from '../records/types.ts';
import { ageOf } from '../util/moments.ts';
import { openWrites } from './write.ts';

/**
 * How long after a lost answer a service may still carry out the request (milliseconds). Waymark itself stops waiting
 * for an answer much earlier.
 */
const maxRequestAge = 600_000;

/** Whether a deletion was sent to the service at an address that may still remove a record from this list. */
export async function mayDelete(serviceUrl: string, list: ListName): Promise<boolean> {
  return (await openWrites(serviceUrl)).some(
    ({ job, item: { sent = 0, lostAt = sent } }) =>
      job.kind === 'delete' && (job.list ?? 'websites') === list && ageOf(lostAt, Date.now()) < maxRequestAge,
  );
}
