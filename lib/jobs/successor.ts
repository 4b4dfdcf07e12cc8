import type { ConnectionAddress } from '../storage/settings.ts';
import type { Job } from './types.ts';

/**
 * Returns the connection that a job uses when a person resumes it and its account is no longer connected. This is the
 * job's own connection, whose API key was replaced. For a job without `connection`, it is the only connection to the
 * job's service. Undefined if there is none, or several.
 */
export function successorOf(
  { connection, serviceUrl }: Job,
  list: readonly ConnectionAddress[],
): ConnectionAddress | undefined {
  const isOwn = ({ id }: ConnectionAddress) => connection === undefined || id === connection;
  const [only, another] = list.filter((one) => one.analyticsUrl === serviceUrl && isOwn(one));
  return another ? undefined : only;
}
