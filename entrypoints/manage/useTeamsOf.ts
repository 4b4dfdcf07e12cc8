import { useTeams } from '@/components/useTeams.ts';
import * as teams from '@/lib/messages/teams.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';

/** Returns the teams in which the account of a connection may create websites. Reads them only while `isWanted`. */
export const useTeamsOf = (connection: ConnectionAddress | undefined, isWanted: boolean) =>
  useTeams(teams, connection, isWanted);
