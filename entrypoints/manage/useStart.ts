import { useEffect, useMemo, useState } from 'preact/hooks';
import { fitted } from '@/lib/services/traits.ts';
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
  type Setting,
  watch,
  withTemplates,
} from '@/lib/storage/settings.ts';
import { everyConnection, type PerPage, perPageChoices } from '@/lib/websites/query.ts';

/** How many records a page of a list shows, as it was chosen last. */
export const perPage: Setting<PerPage> = {
  key: 'perPage',
  area: 'local',
  version: 1,
  fallback: 50,
  parse: (value) => perPageChoices.find((choice) => choice === value),
};

/** The id of the connection that was chosen here last, or `everyConnection`. */
export const lastConnection: Setting<string> = {
  key: 'manageConnection',
  area: 'local',
  version: 1,
  fallback: '',
  parse: (value) => (typeof value === 'string' ? value : undefined),
};

/** The settings this page needs. */
interface Loaded {
  connections: Connections;
  /** The connection to show where the address names none; stays the same whichever is used elsewhere. */
  opened: string | undefined;
  defaults: Defaults;
  preferences: Preferences;
  perPage: PerPage;
}

/** As they hold for the connection that is shown. */
export interface ManageStart extends Loaded {
  connection: ConnectionAddress | undefined;
  /** All connections are meant to be shown, not this one alone. */
  isEvery: boolean;
  /** The same for another connection, by its id. */
  of: (id: string) => ManageStart;
}

const findConnection = ({ list }: Connections, id: string | undefined) => list.find((one) => one.id === id);

const isThere = (all: Connections, id: string | undefined) =>
  id === everyConnection ? all.list.length > 1 : !!findConnection(all, id);

/** `id`, where there is such a connection, else that of the one used last. */
const openedWith = (all: Connections, id: string | undefined) => (isThere(all, id) ? id : activeConnection(all)?.id);

export async function loadManage(): Promise<Loaded> {
  const [stored, last, fields, preferred, size] = await Promise.all([
    get(connections),
    get(lastConnection),
    get(defaults),
    get(preferences),
    get(perPage),
  ]);
  const opened = openedWith(stored, last);
  return { connections: stored, opened, defaults: fields, preferences: preferred, perPage: size };
}

/** Templates and defaults as they hold for the connection and its kind of service. */
export function startFor(start: Loaded, chosen: string | undefined): ManageStart {
  const { connections: all, opened } = start;
  const id = [chosen, opened].find((one) => isThere(all, one));
  const connection = findConnection(all, id) ?? all.list[0];
  return {
    ...start,
    connection,
    isEvery: id === everyConnection,
    // From what is common to all: this one's own settings are no other's.
    of: (other) => startFor(start, other),
    defaults: fitted(connection?.kind, defaultsFor(start.defaults, connection)),
    preferences: withTemplates(start.preferences, connection),
  };
}

/** The settings, kept up to date when another page changes them. @param chosen the id of the connection in the address */
export function useManageSettings(first: Loaded, chosen: string | undefined): ManageStart {
  const [start, setStart] = useState(first);
  useEffect(() => {
    const part = (changed: Partial<Loaded>) => setStart((before) => ({ ...before, ...changed }));
    const stops = [
      watch(connections, (stored) =>
        setStart((before) => ({ ...before, connections: stored, opened: openedWith(stored, before.opened) })),
      ),
      watch(defaults, (fields) => part({ defaults: fields })),
      watch(preferences, (preferred) => part({ preferences: preferred })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return useMemo(() => startFor(start, chosen), [start, chosen]);
}
