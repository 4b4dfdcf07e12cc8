import type { Team } from '../services/index.ts';
import { traitsOf } from '../services/traits.ts';
import type { ConnectionAddress } from '../storage/settings.ts';

/** Returns the team that gets a connection's new websites. Undefined if the account itself gets them. */
export const teamOfNew = ({
  kind,
  team,
  teamName,
}: Pick<ConnectionAddress, 'kind' | 'team' | 'teamName'>): Team | undefined =>
  team && traitsOf(kind).teams ? { id: team, name: teamName ?? team } : undefined;
