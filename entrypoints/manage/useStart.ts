import { useMemo, useState } from 'preact/hooks';
import { useStored } from '@/components/useStored.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import { findStore } from '@/lib/messages/stored.ts';
import type { ListName } from '@/lib/records/types.ts';
import { fitted } from '@/lib/services/traits.ts';
import { keepStorage } from '@/lib/storage/persist.ts';
import {
  activeConnection,
  type ConnectionAddress,
  type Connections,
  connections,
  type Defaults,
  defaults,
  defaultsFor,
  get,
  type Preferences,
  preferences,
  withTemplates,
} from '@/lib/storage/settings.ts';
import { textSetting } from '@/lib/storage/textSetting.ts';
import { everyConnection, isListTab, type TabName } from '@/lib/websites/query.ts';
import type { ListPart } from './list/state.ts';

/** The id of the connection that the person last chose on the manage page, or `everyConnection`. */
export const lastConnection = textSetting('manageConnection');

interface Loaded {
  connections: Connections;
  /**
   * The id of the connection to show if the URL names none, or `everyConnection`. This is what the person last chose
   * before the page was opened or, if that is gone, the connection used last. Undefined if there is no connection.
   */
  opened: string | undefined;
  defaults: Defaults;
  preferences: Preferences;
}

/** The settings of the manage page, adapted to the current connection. */
export interface ManageStart extends Loaded {
  connection: ConnectionAddress | undefined;
  /** Whether all connections are chosen, not only the current one. */
  isEvery: boolean;
  /** Returns the settings adapted to the connection with this id. */
  of: (id: string) => ManageStart;
}

/**
 * Whether a tab shows all connections. A tab without a list shows only the current connection, even if all are chosen.
 */
export const showsEvery = ({ isEvery }: ManageStart, tab: TabName): boolean => isEvery && isListTab(tab);

export const shownConnections = (start: ManageStart, tab: TabName): readonly ConnectionAddress[] =>
  showsEvery(start, tab) ? start.connections.list : start.connection ? [start.connection] : [];

/** Returns the connections whose lists of this kind are shown. Leaves out connections that have no such list. */
export function partsOf(kind: ListName, start: ManageStart): ListPart[] {
  const names = distinctNames(start.connections.list);
  return shownConnections(start, kind).flatMap((connection): ListPart[] => {
    const service = serviceWith(kind, connection);
    return service ? [{ connection, service, name: names.get(connection.id) ?? '' }] : [];
  });
}

const findConnection = ({ list }: Connections, id: string | undefined) => list.find((one) => one.id === id);

const isThere = (all: Connections, id: string | undefined) =>
  id === everyConnection ? all.list.length > 1 : !!findConnection(all, id);

const openedWith = (all: Connections, id: string | undefined) => (isThere(all, id) ? id : activeConnection(all)?.id);

export async function loadManage(): Promise<Loaded> {
  // Opens the lists' store while the settings are being read.
  void findStore();
  const [stored, last, fields, preferred] = await Promise.all([
    get(connections),
    get(lastConnection),
    get(defaults),
    get(preferences),
  ]);
  const opened = openedWith(stored, last);
  // Keeps the browser from evicting the data that this page stores: the whole list, and the jobs that it starts.
  if (stored.list.length) keepStorage();
  return { connections: stored, opened, defaults: fields, preferences: preferred };
}

/**
 * Returns the settings for a connection, with the templates and defaults that apply to it and to its kind of service.
 * `chosen`: the id of the connection in the URL, or `everyConnection`. If there is no such connection, uses the one
 * named by `opened`.
 */
export function startFor(start: Loaded, chosen: string | undefined): ManageStart {
  const { connections: all, opened } = start;
  const id = [chosen, opened].find((one) => isThere(all, one));
  const connection = findConnection(all, id) ?? all.list[0];
  return {
    ...start,
    connection,
    isEvery: id === everyConnection,
    // Adapts the common settings (`start`) again, because the settings returned here fit only this connection.
    of: (other) => startFor(start, other),
    defaults: fitted(connection?.kind, defaultsFor(start.defaults, connection)),
    preferences: withTemplates(start.preferences, connection),
  };
}

/** Returns the settings, kept up to date when other pages change them. `chosen`: see `startFor`. */
export function useManageSettings(first: Loaded, chosen: string | undefined): ManageStart {
  const all = useStored(connections, first.connections);
  const fields = useStored(defaults, first.defaults);
  const preferred = useStored(preferences, first.preferences);
  const [before, setOpened] = useState(first.opened);
  const opened = openedWith(all, before);
  if (opened !== before) setOpened(opened);
  return useMemo(
    () => startFor({ connections: all, opened, defaults: fields, preferences: preferred }, chosen),
    [all, opened, fields, preferred, chosen],
  );
}
