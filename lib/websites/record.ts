import { hostsOf } from '../hosts/hostOf.ts';
import type { KnownSite } from '../records/types.ts';
import type { Problem, Website } from '../services/index.ts';
import type { WrittenFields } from './fields.ts';

/** The progress of the popup's look-up of its site. */
export type LookUpState =
  | { state: 'idle' }
  /** `problem`: the reason why the previous look-up failed. */
  | { state: 'checking'; problem?: Problem | undefined }
  | { state: 'done' }
  /** The service answered but did not show its whole list, so the site may be registered all the same. */
  | { state: 'unsure' }
  | { state: 'failed'; problem: Problem };

/** The fields that matter before a record is edited. */
const knownFields = ['id', 'domain', 'name', 'privacy', 'has_password', 'team', 'team_name', 'locked'] as const;

/**
 * Makes a record from a stored one, to be used until the service answers. Fields other than those above count as not
 * reported.
 */
export const fromKnown = ({ website }: KnownSite): Website =>
  Object.fromEntries(
    knownFields.map((name) => [name, website[name]] as const).filter(([, value]) => value !== undefined),
  ) as unknown as Website;

/** Returns the record, updated with an answer. Fields that the answer leaves out keep their values. */
export function refreshed(before: Website, now: Partial<Website> | undefined): Website {
  const reported = Object.entries(now ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return { ...before, ...Object.fromEntries(reported) };
}

/**
 * Returns the record after an accepted change. Reported values win over sent ones. Changing the privacy to another
 * value than public ends the public address, unless the service reports one.
 */
export function afterUpdate(
  before: Website,
  { password, ...sent }: Partial<Website> & { password?: string },
  answer: Website | undefined,
): Website {
  const shared = sent.privacy && before.share_url ? { share_url: null } : {};
  return refreshed({ ...before, ...shared, ...sent, ...(password ? { has_password: true } : {}) }, answer);
}

/** Returns a record that was just created. It has the privacy that was sent, unless the service reports another. */
export const afterCreate = ({ privacy }: Pick<WrittenFields, 'privacy'>, answer: Website): Website => ({
  ...(privacy === undefined ? {} : { privacy }),
  ...answer,
});

/** Returns the records by their exact hosts. If several records share a host, the first is returned. */
export const recordsByHost = (websites: readonly Website[]): Map<string, Website> =>
  new Map(websites.flatMap((website) => hostsOf(website).map((host) => [host, website] as const)).reverse());
