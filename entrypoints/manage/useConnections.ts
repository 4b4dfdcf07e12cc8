import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';

const ConnectionsContext = createContext<readonly ConnectionAddress[]>([]);

/** The connections that there are, for all that is below. */
export const ConnectionsProvider = ConnectionsContext.Provider;
export const useConnections = () => useContext(ConnectionsContext);
