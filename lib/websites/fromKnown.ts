import type { KnownSite } from '../records/types.ts';
import type { Website } from '../services/index.ts';

/** The fields of a stored record that the popup shows before the service has answered. */
const knownFields = ['id', 'domain', 'name', 'privacy', 'has_password', 'team', 'team_name', 'locked'] as const;

/** Returns the record of a stored site with only the `knownFields`, to be shown until the service answers. */
export const fromKnown = ({ website }: KnownSite): Website =>
  Object.fromEntries(
    knownFields.map((name) => [name, website[name]] as const).filter(([, value]) => value !== undefined),
  ) as unknown as Website;
