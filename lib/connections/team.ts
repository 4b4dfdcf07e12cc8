import type { Team } from '../services/index.ts';
import { traitsOf } from '../services/traits.ts';
import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * The team that new websites of a connection start with, which is the one that a rule chose for a host, or the one used last;
 * undefined: the account's own. `teams`: those in which it may create, where they have been asked for: a team that is not
 * among them is left out, and is no longer what anybody means.
 */
export function teamOfNew(
  { kind, team, teamName }: Pick<ConnectionAddress, 'kind' | 'team' | 'teamName'>,
  teams?: readonly Team[],
): Team | undefined {
  if (!team || !traitsOf(kind).teams) return undefined;
  return teams ? teams.find(({ id }) => id === team) : { id: team, name: teamName ?? team };
}
