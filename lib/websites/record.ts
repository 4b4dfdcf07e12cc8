import { hostsOf } from '../hosts/hostOf.ts';
import type { Problem, Website } from '../services/index.ts';
import type { CachedSite } from '../storage/siteCache.ts';

/** The progress of the popup's look-up of its site. */
export type LookUpState =
  | { state: 'idle' }
  /** `problem`: why the one before failed. */
  | { state: 'checking'; problem?: Problem | undefined }
  | { state: 'done' }
  /** The service answered but did not show its whole list: an unlisted site may be registered. */
  | { state: 'unsure' }
  | { state: 'failed'; problem: Problem };

/** Whether a website's id names exactly this website, though the account may not be allowed to change it. */
export const isIdentified = ({ locked }: Website): boolean => !locked || locked === 'not-allowed';

/** A cached site as a record; fields that are not cached count as not reported. */
export const fromCached = ({ host, domain = host, name, id, privacy, hasPassword, locked }: CachedSite): Website => ({
  id,
  domain,
  ...(name ? { name } : {}),
  ...(privacy === undefined ? {} : { privacy }),
  ...(hasPassword === undefined ? {} : { has_password: hasPassword }),
  ...(locked ? { locked } : {}),
});

/** The record after an answer: fields that the answer leaves out keep their values. */
export function refreshed(before: Website, now: Partial<Website> | undefined): Website {
  const reported = Object.entries(now ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return { ...before, ...Object.fromEntries(reported) };
}

/**
 * The record after an accepted change: what the service reported wins over what was sent. A privacy other than public ends the
 * public address, unless the service reports one.
 */
export function afterUpdate(
  before: Website,
  { password, ...sent }: Partial<Website> & { password?: string },
  answer: Website | undefined,
): Website {
  const shared = sent.privacy && before.share_url ? { share_url: null } : {};
  return refreshed({ ...before, ...shared, ...sent, ...(password ? { has_password: true } : {}) }, answer);
}

/** Records by their exact host; of several for one host the first. */
export const recordsByHost = (websites: readonly Website[]): Map<string, Website> =>
  new Map(websites.flatMap((website) => hostsOf(website).map((host) => [host, website] as const)).reverse());
