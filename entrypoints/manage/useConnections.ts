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

/** The connection that a part of the page is about: its service and, if the page shows several, its name. */
interface ShownConnection {
  serviceUrl?: string | undefined;
  name?: string | undefined;
}

const ShownContext = createContext<ShownConnection>({});

/** Tells the components below which connection they are about. */
export const ShownConnectionProvider = ShownContext.Provider;
export const useShownConnection = () => useContext(ShownContext);

/**
 * Returns a note that the page now shows another connection or account, although the person did not choose it. Returns
 * undefined if the change makes no difference on this tab.
 */
function connectionChangeText(
  tab: Route['query']['tab'],
  before: ConnectionAddress,
  now: ConnectionAddress,
): string | undefined {
  if (before.id !== now.id) return t('manage.connection_gone', { name: nameOf(before), host: nameOf(now) });
  // On the tab `Add many`, the sites do not belong to an account yet.
  const [was, is] = [before, now].map((one) => serviceWith(listKindOf(tab), one));
  const isOther = tab !== 'add' && was && is && was.account !== is.account;
  return isOther ? t('manage.connection_changed', { host: new URL(is.url).host }) : undefined;
}

/** Returns a note if the shown connection was changed or removed elsewhere, and a function that closes the note. */
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
