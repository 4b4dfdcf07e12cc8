import type { Team } from '../services/index.ts';
import { traitsOf } from '../services/traits.ts';
import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * Returns the team that gets a connection's new websites. Undefined if the account itself gets them. `teams`: the teams
 * in which the account may create websites, if known. A team that is not among them is ignored.
 */
export function teamOfNew(
  { kind, team, teamName }: Pick<ConnectionAddress, 'kind' | 'team' | 'teamName'>,
  teams?: readonly Team[],
): Team | undefined {
  if (!team || !traitsOf(kind).teams) return undefined;
  return teams ? teams.find(({ id }) => id === team) : { id: team, name: teamName ?? team };
}
