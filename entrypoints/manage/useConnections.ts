import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { nameOf } from '@/lib/connections/name.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { listKindOf } from '@/lib/websites/query.ts';
import type { Route } from './useRoute.ts';
import { type ManageStart, shownConnections, showsEvery } from './useStart.ts';

const ConnectionsContext = createContext<readonly ConnectionAddress[]>([]);

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
 * Returns a note if a change elsewhere has given the connection another account. `before`, `now`: the connection before
 * and after the change. Returns undefined on a tab to which the account does not matter.
 */
function accountChangeText(
  tab: Route['query']['tab'],
  before: ConnectionAddress,
  now: ConnectionAddress,
): string | undefined {
  // On the tab `Add many`, the sites do not belong to an account yet.
  const [was, is] = [before, now].map((one) => serviceWith(listKindOf(tab), one));
  if (tab === 'add' || !was || !is || was.account === is.account) return undefined;
  const host = new URL(is.url).host;
  // At the same address, only the key is new, and unsaved changes stay (see `useMovedDrafts`).
  return was.url === is.url ? t('popup.connection_changed', { host }) : t('manage.connection_changed', { host });
}

/** Returns a note if a shown connection was changed or removed elsewhere, and a function that closes the note. */
export function useConnectionChange(start: ManageStart, route: Route) {
  const { connection, connections } = start;
  const { list } = connections;
  const isEvery = showsEvery(start, route.query.tab);
  const shown = shownConnections(start, route.query.tab);
  const [{ before, text }, setShown] = useState<{ before: typeof shown; text?: string | undefined }>({ before: shown });
  if (!isSame(before, shown)) {
    const textOf = (one: ConnectionAddress) => {
      const now = list.find(({ id }) => id === one.id);
      if (now) return shown.includes(now) ? accountChangeText(route.query.tab, one, now) : undefined;
      // If the page shows all connections, no note is needed: a removed one just disappears.
      if (isEvery || !connection) return undefined;
      return t('manage.connection_gone', { name: nameOf(one), host: nameOf(connection) });
    };
    setShown({ before: shown, text: before.flatMap((one) => textOf(one) ?? [])[0] ?? text });
  }
  return { text, close: () => setShown({ before: shown }) };
}
