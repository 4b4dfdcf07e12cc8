import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { nameOf } from '@/lib/connections/name.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { listKindOf } from '@/lib/websites/query.ts';
import type { Route } from './useRoute.ts';
import type { ManageStart } from './useStart.ts';

const ConnectionsContext = createContext<readonly ConnectionAddress[]>([]);

/** Provides all connections to the components below. */
export const ConnectionsProvider = ConnectionsContext.Provider;
export const useConnections = () => useContext(ConnectionsContext);

/** The service that a part of the page belongs to. `name`: the name of its connection, if the page shows several. */
interface ShownConnection {
  serviceUrl?: string | undefined;
  name?: string | undefined;
}

const ShownContext = createContext<ShownConnection>({});

/** Provides the connection that the components below belong to. See `useShownConnection`. */
export const ShownConnectionProvider = ShownContext.Provider;
export const useShownConnection = () => useContext(ShownContext);

/**
 * Returns the note that another connection or account has replaced the current one, although the person did not choose
 * it. Returns undefined if the change makes no difference on this tab.
 */
function connectionChangeText(
  tab: Route['query']['tab'],
  before: ConnectionAddress,
  now: ConnectionAddress,
): string | undefined {
  if (before.id !== now.id) return t('manage.connection_gone', { name: nameOf(before), host: nameOf(now) });
  // On the tab for adding sites, the sites do not belong to an account yet.
  const [was, is] = [before, now].map((one) => serviceWith(listKindOf(tab), one));
  const isOther = tab !== 'add' && was && is && was.account !== is.account;
  return isOther ? t('manage.connection_changed', { host: new URL(is.url).host }) : undefined;
}

/** Returns the note about a connection that was changed or removed elsewhere, until the person dismisses it. */
export function useConnectionChange({ connection, connections, isEvery }: ManageStart, route: Route) {
  const [{ before, text }, setShown] = useState<{ before: typeof connection; text?: string | undefined }>({
    before: connection,
  });
  if (before !== connection) {
    const isChosen = before?.id !== connection?.id && connections.list.some(({ id }) => id === before?.id);
    // If the lists of all connections are shown, a change of the current connection does not matter.
    const isTold = !isEvery && !isChosen && before && connection;
    const told = isTold ? connectionChangeText(route.query.tab, before, connection) : undefined;
    setShown({ before: connection, text: told ?? text });
  }
  return { text, close: () => setShown({ before: connection }) };
}
