import type { KnownSite } from '../records/types.ts';
import type { Website } from '../services/index.ts';

/** The fields that matter before a record is edited. */
const knownFields = ['id', 'domain', 'name', 'privacy', 'has_password', 'team', 'team_name', 'locked'] as const;

/**
 * Makes a record from a stored one, to be used until the service answers. It has only the fields in `knownFields`. All
 * others count as not reported.
 */
export const fromKnown = ({ website }: KnownSite): Website =>
  Object.fromEntries(
    knownFields.map((name) => [name, website[name]] as const).filter(([, value]) => value !== undefined),
  ) as unknown as Website;
