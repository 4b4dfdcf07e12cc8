import { useTeams } from '@/components/useTeams.ts';
import * as teams from '@/lib/messages/teams.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';

/** The teams in which the account of a connection may create websites, while they are wanted. */
export const useTeamsOf = (connection: ConnectionAddress | undefined, isWanted: boolean) =>
  useTeams(teams, connection, isWanted);
