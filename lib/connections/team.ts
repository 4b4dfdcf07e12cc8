import type { Team } from '../services/index.ts';
import { traitsOf } from '../services/traits.ts';
import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * Returns the team to which a connection's new websites belong, or undefined if they belong to the account itself.
 * `teams`: the teams in which the account may create websites, if they were requested. Any other team is ignored.
 */
export function teamOfNew(
  { kind, team, teamName }: Pick<ConnectionAddress, 'kind' | 'team' | 'teamName'>,
  teams?: readonly Team[],
): Team | undefined {
  if (!team || !traitsOf(kind).teams) return undefined;
  return teams ? teams.find(({ id }) => id === team) : { id: team, name: teamName ?? team };
}
