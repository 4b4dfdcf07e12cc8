import { hostsOf } from '../hosts/hostOf.ts';
import type { Website } from '../services/index.ts';
import type { WrittenFields } from './fields.ts';

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
