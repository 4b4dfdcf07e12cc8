import { hostsOf } from '../hosts/hostOf.ts';
import type { Website } from '../services/index.ts';
import { without } from '../util/without.ts';
import type { WrittenFields } from './fields.ts';

/**
 * Returns a record updated with the fields that a service now reports. Fields that are undefined or empty ('') change
 * nothing. A reported `privacy` also removes `privacy_raw`.
 */
export function refreshed(before: Website, now: Partial<Website> | undefined): Website {
  const reported = Object.entries(now ?? {}).filter(([, value]) => value !== undefined && value !== '');
  // A privacy that Waymark knows replaces an unknown one.
  const kept = now?.privacy === undefined ? before : without(before, ['privacy_raw']);
  return { ...kept, ...Object.fromEntries(reported) };
}

/**
 * Returns a record after the service has accepted an update. Each field gets the value from the service's answer or, if
 * the answer lacks it, the value that was sent. A sent password sets `has_password`. If the sent privacy is not public,
 * the record loses its public address, unless the answer contains one.
 */
export function afterUpdate(
  before: Website,
  { password, ...sent }: Partial<Website> & { password?: string },
  answer: Website | undefined,
): Website {
  const shared = sent.privacy && before.share_url ? { share_url: null } : {};
  return refreshed(refreshed({ ...before, ...shared, ...(password ? { has_password: true } : {}) }, sent), answer);
}

/**
 * Returns a newly created record, which is the service's answer. If the answer lacks the privacy, adds the one that was
 * sent.
 */
export const afterCreate = ({ privacy }: Pick<WrittenFields, 'privacy'>, answer: Website): Website => ({
  ...(privacy === undefined ? {} : { privacy }),
  ...answer,
});

/** Whether a website's privacy differs from the one that a create has sent, if both are known. */
export const isOtherPrivacy = ({ privacy }: Pick<WrittenFields, 'privacy'>, website: Website): boolean =>
  (website.privacy ?? privacy) !== (privacy ?? website.privacy);

/** Maps each host to its record. If several records have the same host, the first of them counts. */
export const recordsByHost = (websites: readonly Website[]): Map<string, Website> =>
  new Map(websites.flatMap((website) => hostsOf(website).map((host) => [host, website] as const)).reverse());
