import { lastTeams, readTeams } from '@/lib/messages/teams.ts';
import type { Team } from '@/lib/services/index.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { useRead } from './useWatched.ts';

/**
 * Returns the teams in which a connection's account may create websites. Undefined while they are unknown, or if this
 * kind of service has no teams. `isWanted`: whether to request them from the service.
 */
export function useTeams(connection: ConnectionAddress | undefined, isWanted: boolean): readonly Team[] | undefined {
  const account = connection && traitsOf(connection.kind).teams ? connection.account : '';
  // Renders the component again once the teams have been read.
  useRead(async () => (account && isWanted ? [await readTeams(account)] : undefined), [account, isWanted]);
  return lastTeams(account);
}
