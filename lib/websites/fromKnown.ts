import type { KnownSite } from '../records/types.ts';
import type { Website } from '../services/index.ts';

/** The fields of a stored record that the popup shows until the service has answered. */
const knownFields = ['id', 'domain', 'name', 'privacy', 'has_password', 'team', 'team_name', 'locked'] as const;

/** Returns only the `knownFields` of a stored site's record, to show until the service answers. */
export const fromKnown = ({ website }: KnownSite): Website =>
  Object.fromEntries(
    knownFields.map((name) => [name, website[name]] as const).filter(([, value]) => value !== undefined),
  ) as unknown as Website;
