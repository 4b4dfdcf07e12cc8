import type { Team } from '../services/index.ts';
import { traitsOf } from '../services/traits.ts';
import type { ConnectionAddress } from '../storage/settings.ts';

/** Returns the team that a connection's new websites belong to. Undefined if they belong to the account itself. */
export const teamOfNew = ({
  kind,
  team,
  teamName,
}: Pick<ConnectionAddress, 'kind' | 'team' | 'teamName'>): Team | undefined =>
  team && traitsOf(kind).teams ? { id: team, name: teamName ?? team } : undefined;
