import type { ConnectionAddress } from '../storage/settings.ts';
import type { Job } from './types.ts';

/**
 * Returns the connection with which a job is resumed if its account is no longer connected. This is the job's own
 * connection, if it still leads to the job's service and only its API key was replaced. A job without `connection` gets
 * the only connection to its service. Undefined if there is no such connection, or more than one.
 */
export function successorOf(
  { connection, serviceUrl }: Job,
  list: readonly ConnectionAddress[],
): ConnectionAddress | undefined {
  const isOwn = ({ id }: ConnectionAddress) => connection === undefined || id === connection;
  const [only, another] = list.filter((one) => one.analyticsUrl === serviceUrl && isOwn(one));
  return another ? undefined : only;
}
