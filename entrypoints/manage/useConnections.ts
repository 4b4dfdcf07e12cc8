import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';

const ConnectionsContext = createContext<readonly ConnectionAddress[]>([]);

/** The connections that there are, for all that is below. */
export const ConnectionsProvider = ConnectionsContext.Provider;
export const useConnections = () => useContext(ConnectionsContext);

const NameContext = createContext<string | undefined>(undefined);

/** Of several connections on the page, what that is called which all below is about. */
export const ConnectionNameProvider = NameContext.Provider;
export const useConnectionName = () => useContext(NameContext);

/** What the connections are called, by the account at their analytics service. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const list = useConnections();
  return useMemo(() => {
    const names = distinctNames(list);
    return new Map(list.map(({ id, account }) => [account, names.get(id) ?? '']));
  }, [list]);
}
