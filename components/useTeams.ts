import { useEffect, useState } from 'preact/hooks';
import type { Team } from '@/lib/services/index.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';

/** The two functions of lib/messages/teams.ts. */
interface Source {
  lastTeams: (account: string) => readonly Team[] | undefined;
  readTeams: (account: string) => Promise<void>;
}

/**
 * The teams in which a connection's account may create websites. Undefined: not known, or the kind of service has none.
 * `isWanted`: the service may be asked.
 */
export function useTeams(
  { lastTeams, readTeams }: Source,
  connection: ConnectionAddress | undefined,
  isWanted: boolean,
): readonly Team[] | undefined {
  const account = connection && traitsOf(connection.kind).teams ? connection.account : '';
  const [, render] = useState({});
  useEffect(() => {
    if (!account || !isWanted) return;
    let isShown = true;
    void readTeams(account).then(() => isShown && render({}));
    return () => {
      isShown = false;
    };
  }, [readTeams, account, isWanted]);
  return lastTeams(account);
}
