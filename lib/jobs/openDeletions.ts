import type { ListName } from '../records/types.ts';
import { ageOf } from '../util/moments.ts';
import { openWrites } from './write.ts';

/** How long after a lost answer the service may still carry out the request (milliseconds). */
const maxRequestAge = 600_000;

/** Whether a deletion of a record of this list was sent to the service at `serviceUrl` and may still be carried out. */
export async function mayDelete(serviceUrl: string, list: ListName): Promise<boolean> {
  return (await openWrites(serviceUrl)).some(
    ({ job, item: { sent = 0, lostAt = sent } }) =>
      job.kind === 'delete' && (job.list ?? 'websites') === list && ageOf(lostAt, Date.now()) < maxRequestAge,
  );
}
