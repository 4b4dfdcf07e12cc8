import { hostsOf } from '../hosts/hostOf.ts';
import type { KnownSite } from '../records/types.ts';
import type { Problem, Website } from '../services/index.ts';

/** The progress of the popup's look-up of its site. */
export type LookUpState =
  | { state: 'idle' }
  /** `problem`: why the one before failed. */
  | { state: 'checking'; problem?: Problem | undefined }
  | { state: 'done' }
  /** The service answered but did not show its whole list: an unlisted site may be registered. */
  | { state: 'unsure' }
  | { state: 'failed'; problem: Problem };

/** A stored record until its service is asked; fields that matter only where they are edited count as not reported. */
export const fromKnown = ({ website }: KnownSite): Website => {
  const { id, domain, name, privacy, has_password, team, team_name, locked } = website;
  return {
    id,
    domain,
    ...(name ? { name } : {}),
    ...(privacy === undefined ? {} : { privacy }),
    ...(has_password === undefined ? {} : { has_password }),
    ...(team === undefined ? {} : { team }),
    ...(team_name ? { team_name } : {}),
    ...(locked ? { locked } : {}),
  };
};

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
