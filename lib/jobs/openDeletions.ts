import type { ListName } from '../records/types.ts';
import { ageOf } from '../util/moments.ts';
import { openWrites } from './write.ts';

/** For so long a service may carry out a request (milliseconds): minutes after the client has given up. */
const maxRequestAge = 600_000;

/** Whether a deletion from a list was sent to the service at an address, and may still be carried out. */
export async function mayDelete(serviceUrl: string, list: ListName): Promise<boolean> {
  return (await openWrites(serviceUrl)).some(
    ({ job, item: { sent = 0, lostAt = sent } }) =>
      job.kind === 'delete' && (job.list ?? 'websites') === list && ageOf(lostAt, Date.now()) < maxRequestAge,
  );
}
