import { hostsOf } from '../hosts/hostOf.ts';
import type { Website } from '../services/index.ts';
import { without } from '../util/without.ts';
import type { WrittenFields } from './fields.ts';

/** Returns a record updated with the fields that a service now reports. All other fields keep their values. */
export function refreshed(before: Website, now: Partial<Website> | undefined): Website {
  const reported = Object.entries(now ?? {}).filter(([, value]) => value !== undefined && value !== '');
  // A privacy that Waymark knows replaces an unknown one.
  const kept = now?.privacy === undefined ? before : without(before, ['privacy_raw']);
  return { ...kept, ...Object.fromEntries(reported) };
}

/**
 * Returns a record after the service has accepted an update. A field gets the value that the service reports, else the
 * value that was sent. If the privacy is not public, the record loses its public address, unless the service reports
 * one.
 */
export function afterUpdate(
  before: Website,
  { password, ...sent }: Partial<Website> & { password?: string },
  answer: Website | undefined,
): Website {
  const shared = sent.privacy && before.share_url ? { share_url: null } : {};
  return refreshed(refreshed({ ...before, ...shared, ...(password ? { has_password: true } : {}) }, sent), answer);
}

/** Returns a newly created record. If the service did not report the privacy, uses the privacy that was sent. */
export const afterCreate = ({ privacy }: Pick<WrittenFields, 'privacy'>, answer: Website): Website => ({
  ...(privacy === undefined ? {} : { privacy }),
  ...answer,
});

/** Returns a map from each host to its record. If several records have a host, the first one is used. */
export const recordsByHost = (websites: readonly Website[]): Map<string, Website> =>
  new Map(websites.flatMap((website) => hostsOf(website).map((host) => [host, website] as const)).reverse());
