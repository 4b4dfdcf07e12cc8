import type { Team } from '../services/index.ts';
import { traitsOf } from '../services/traits.ts';
import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * Returns the team for new websites of a connection, or undefined if they are created in the account itself. `teams`:
 * the teams in which the account may create, if they were requested. The connection's team is ignored if it is not in
 * `teams`.
 */
export function teamOfNew(
  { kind, team, teamName }: Pick<ConnectionAddress, 'kind' | 'team' | 'teamName'>,
  teams?: readonly Team[],
): Team | undefined {
  if (!team || !traitsOf(kind).teams) return undefined;
  return teams ? teams.find(({ id }) => id === team) : { id: team, name: teamName ?? team };
}
