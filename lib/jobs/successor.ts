import type { ConnectionAddress } from '../storage/settings.ts';
import type { Job } from './types.ts';

/**
 * Returns the connection that a resumed job uses if its account is no longer connected: the job's own connection, whose
 * API key was replaced. For a job without `connection`, this is the only connection to its service. Undefined if there
 * is no such connection, or more than one.
 */
export function successorOf(
  { connection, serviceUrl }: Job,
  list: readonly ConnectionAddress[],
): ConnectionAddress | undefined {
  const isOwn = ({ id }: ConnectionAddress) => connection === undefined || id === connection;
  const [only, another] = list.filter((one) => one.analyticsUrl === serviceUrl && isOwn(one));
  return another ? undefined : only;
}
