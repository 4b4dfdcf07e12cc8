import type { KnownSite } from '../records/types.ts';
import type { Website } from '../services/index.ts';

/** The fields of a stored record that pages show before the service has answered. */
const knownFields = ['id', 'domain', 'name', 'privacy', 'has_password', 'team', 'team_name', 'locked'] as const;

/**
 * Returns a stored site as a record to show until the service answers. Fields that are not in `knownFields` are left
 * out.
 */
export const fromKnown = ({ website }: KnownSite): Website =>
  Object.fromEntries(
    knownFields.map((name) => [name, website[name]] as const).filter(([, value]) => value !== undefined),
  ) as unknown as Website;
