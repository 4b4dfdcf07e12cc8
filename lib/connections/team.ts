import type { Team } from '../services/index.ts';
import { traitsOf } from '../services/traits.ts';
import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * The team for new websites of a connection. Undefined: the account itself.
 * `teams`: the teams in which the account may create, if they were requested. A team that is not among them is ignored.
 */
export function teamOfNew(
  { kind, team, teamName }: Pick<ConnectionAddress, 'kind' | 'team' | 'teamName'>,
  teams?: readonly Team[],
): Team | undefined {
  if (!team || !traitsOf(kind).teams) return undefined;
  return teams ? teams.find(({ id }) => id === team) : { id: team, name: teamName ?? team };
}
