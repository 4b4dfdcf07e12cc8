import { hostsOf } from '../hosts/hostOf.ts';
import type { Problem, Website } from '../services/index.ts';
import type { CachedSite } from '../storage/siteCache.ts';

/** The progress of the popup's look-up of its site. */
export type LookUpState =
  | { state: 'idle' }
  | { state: 'checking' }
  | { state: 'done' }
  /** The service answered but did not show its whole list: an unlisted site may be registered. */
  | { state: 'unsure' }
  | { state: 'failed'; problem: Problem };

/** A cached site as a record; fields that are not cached count as not reported. */
export const fromCached = ({ host, domain = host, name, id, privacy, hasPassword }: CachedSite): Website => ({
  id,
  domain,
  ...(name ? { name } : {}),
  ...(privacy === undefined ? {} : { privacy }),
  ...(hasPassword === undefined ? {} : { has_password: hasPassword }),
});

/**
 * The record after an accepted change: what the service reported wins over what was sent. A privacy other than public ends the
 * public address, unless the service reports one.
 */
export function afterUpdate(
  before: Website,
  sent: Partial<Website> & { password?: string },
  answer: Website | undefined,
): Website {
  const { password, ...fields } = sent;
  const reported = Object.fromEntries(Object.entries(answer ?? {}).filter(([, value]) => value !== undefined));
  const shared = sent.privacy && before.share_url ? { share_url: null } : {};
  return { ...before, ...shared, ...fields, ...(password ? { has_password: true } : {}), ...reported };
}

/** Records by their exact host; of several for one host the first. */
export const recordsByHost = (websites: readonly Website[]): Map<string, Website> =>
  new Map(websites.flatMap((website) => hostsOf(website).map((host) => [host, website] as const)).reverse());
