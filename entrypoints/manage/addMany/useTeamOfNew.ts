import { teamOfNew } from '@/lib/connections/team.ts';
import type { Team } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { useSessionState } from './useSessionState.ts';

/** By account: the team that was chosen here; null: the account's own websites. */
type Chosen = ReadonlyMap<string, Team | null>;

/** Whose the new websites of each connection will be. */
export function useTeamOfNew() {
  const [chosen, setChosen] = useSessionState<Chosen>('teams', () => new Map());
  return {
    teamAt: (connection: ConnectionAddress): Team | undefined => {
      const team = chosen.get(connection.account);
      return team === undefined ? teamOfNew(connection) : (team ?? undefined);
    },
    choose: ({ account }: ConnectionAddress, team: Team | undefined) =>
      setChosen((before) => new Map([...before, [account, team ?? null]])),
  };
}
