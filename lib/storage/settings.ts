import { traitsOf } from '../services/traits.ts';
import { isRecord } from '../util/isRecord.ts';
import {
  connectionFields,
  defaultFields,
  eachTemplate,
  type Fields,
  type ownFields,
  preferenceFields,
  type Templates,
} from './fields.ts';
import { initialOf, isText, readFields } from './readParts.ts';
import { get, type Setting, update } from './setting.ts';

export type { Templates } from './fields.ts';
export * from './setting.ts';

export type OwnSettings = Fields<typeof ownFields>;
export type ConnectionAddress = Fields<typeof connectionFields>;
export type Defaults = Fields<typeof defaultFields>;
export type Preferences = Fields<typeof preferenceFields>;

/** The id of a connection that the person creates while there is no other. */
export const firstId = 'main';

/** All connections in order, and the id of the one used last (`active`). */
export interface Connections {
  active?: string;
  list: ConnectionAddress[];
}

/** Returns a text by which the person may recognise a stored connection that cannot be read. */
const labelOf = (value: unknown, index: number): string =>
  (isRecord(value) && [value.name, value.analyticsUrl].filter(isText).join(' ').slice(0, 100)) || `[${index}]`;

export const connections: Setting<Connections> = {
  key: 'connections',
  area: 'local',
  // Version 2, so that the first releases, which only know version 1, never overwrite this setting: they know only one
  // connection and would drop the others.
  version: 2,
  fallback: { list: [] },
  keepsUnread: true,
  parse(value, tell) {
    if (!isRecord(value) || !Array.isArray(value.list)) return undefined;
    const list: ConnectionAddress[] = [];
    for (const [index, stored] of value.list.entries()) {
      const label = labelOf(stored, index);
      const one = readFields(connectionFields, stored, tell && ((name, part) => tell(`${label} ${name}`, part)));
      if (one && !list.some(({ id }) => id === one.id)) list.push(one);
      else tell?.(label, stored);
    }
    return { list, active: isText(value.active) ? value.active : undefined };
  },
};

export const defaults: Setting<Defaults> = {
  key: 'defaults',
  area: 'local',
  fallback: initialOf(defaultFields),
  keepsUnread: true,
  parse: (value) => readFields(defaultFields, value),
};

type Owner = Pick<ConnectionAddress, 'kind' | 'defaults' | 'templates'>;

/**
 * Returns the preferences with the templates that apply to a connection: a template that an organisation has fixed,
 * else the connection's own one, else the common one. An empty template becomes the default of the kind of service.
 */
export function withTemplates(preferred: Preferences, connection: Owner | undefined): Preferences {
  const { templates } = traitsOf(connection?.kind);
  const own = connection?.templates ?? preferred;
  const ruling = (name: keyof Templates) => (preferred.fixedTemplates?.includes(name) ? preferred : own);
  return { ...preferred, ...eachTemplate((name) => ruling(name)[name] || templates[name]) };
}

/** Returns the defaults for new websites of a connection: its own defaults, else the common ones. */
export const defaultsFor = (common: Defaults, connection: Owner | undefined): Defaults =>
  connection?.defaults ?? common;

export const preferences: Setting<Preferences> = {
  key: 'preferences',
  area: 'local',
  fallback: initialOf(preferenceFields),
  keepsUnread: true,
  parse: (value) => readFields(preferenceFields, value),
};

/**
 * Returns the storage key of a connection's setting. For the connection `firstId`, the key contains no id, because
 * earlier versions had only that connection.
 */
export const keyOf = (name: string, id: string): string => (id === firstId ? name : `${name}:${id}`);

/** Returns the connection used last or, without one, the first connection. Undefined if there are none. */
export function activeConnection({ list, active }: Connections): ConnectionAddress | undefined {
  return list.find(({ id }) => id === active) ?? list[0];
}

/**
 * Returns the connection with this id, or undefined if there is none. Without `id`, returns the active one (see
 * `activeConnection`).
 */
export const connectionWith = (connections: Connections, id?: string): ConnectionAddress | undefined =>
  id === undefined ? activeConnection(connections) : connections.list.find((one) => one.id === id);

/** Changes the stored connections for which `isMeant` returns true. Writes nothing if there are none. */
export async function changeConnections(
  isMeant: (one: ConnectionAddress) => boolean,
  change: (one: ConnectionAddress) => ConnectionAddress,
): Promise<void> {
  if (!(await get(connections)).list.some(isMeant)) return;
  await update(connections, ({ list, ...rest }) => ({
    ...rest,
    list: list.map((one) => (isMeant(one) ? change(one) : one)),
  }));
}
