import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { nameOf } from '@/lib/connections/name.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { listKindOf, type TabName } from '@/lib/websites/query.ts';
import type { Route } from './useRoute.ts';
import { type ManageStart, shownConnections, showsEvery } from './useStart.ts';

const ConnectionsContext = createContext<readonly ConnectionAddress[]>([]);

export const ConnectionsProvider = ConnectionsContext.Provider;
export const useConnections = () => useContext(ConnectionsContext);

/**
 * The connection that a part of the page is about: its service and, if the page shows several connections, its name.
 */
const ShownContext = createContext<{ serviceUrl?: string | undefined; name?: string | undefined }>({});
export const ShownConnectionProvider = ShownContext.Provider;
export const useShownConnection = () => useContext(ShownContext);

/**
 * Returns a note if a change elsewhere has given the connection another address. `before`, `now`: the connection before
 * and after that change. Returns undefined on a tab where the address does not matter. A replaced key needs no note,
 * because unsaved changes stay.
 */
function addressChangeText(tab: TabName, before: ConnectionAddress, now: ConnectionAddress): string | undefined {
  // On the tab `Add many`, the sites do not belong to a service yet.
  const [was, is] = [before, now].map((one) => serviceWith(listKindOf(tab), one));
  const isOther = tab !== 'add' && was && is && was.url !== is.url;
  return isOther ? t('manage.connection_changed', { host: new URL(is.url).host }) : undefined;
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
      if (now) return shown.includes(now) ? addressChangeText(route.query.tab, one, now) : undefined;
      // If the page shows all connections, no note is needed: a removed one simply disappears.
      if (isEvery || !connection) return undefined;
      return t('manage.connection_gone', { name: nameOf(one), host: nameOf(connection) });
    };
    setShown({ before: shown, text: before.flatMap((one) => textOf(one) ?? [])[0] ?? text });
  }
  return { text, close: () => setShown({ before: shown }) };
}
