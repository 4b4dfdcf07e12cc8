import { teamOfNew } from '@/lib/connections/team.ts';
import type { Team } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { useSessionState } from './useSessionState.ts';

/** For each account, the team that the person has chosen; null if the websites belong to the account itself. */
type Chosen = ReadonlyMap<string, Team | null>;

/** Provides the choice of the team that will own the new websites of each connection. */
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
