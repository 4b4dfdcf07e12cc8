import type { ListName } from '../records/types.ts';
import { ageOf } from '../util/moments.ts';
import { openWrites } from './write.ts';

/**
 * How long a service may take to carry out a request whose answer was lost (milliseconds). The client waits for an
 * answer far less long.
 */
const maxRequestAge = 600_000;

/** Whether a deletion from a list was sent to the service at an address and may still be carried out. */
export async function mayDelete(serviceUrl: string, list: ListName): Promise<boolean> {
  return (await openWrites(serviceUrl)).some(
    ({ job, item: { sent = 0, lostAt = sent } }) =>
      job.kind === 'delete' && (job.list ?? 'websites') === list && ageOf(lostAt, Date.now()) < maxRequestAge,
  );
}
