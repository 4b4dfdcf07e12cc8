import { browser } from 'wxt/browser';
import { originOf } from '../connections/address.ts';
import { serviceNames } from '../connections/services.ts';
import type { Keep, Service, ServiceStatus } from '../messages/commands.ts';
import { isText, isWebAddress, readTable } from '../storage/readParts.ts';
import {
  type Area,
  type ConnectionAddress,
  changeConnections,
  connections,
  defaults,
  defaultsFor,
  get,
  type Setting,
  set,
  update,
} from '../storage/settings.ts';
import { textSetting } from '../storage/textSetting.ts';
import { isRecord } from '../util/isRecord.ts';

/** A stored secret: the key of a service, or the value of a header. */
interface StoredSecret {
  /** The only origin to which this secret may be sent. */
  origin: string;
  key: string;
}

type Keys = Partial<Record<string, StoredSecret>>;

/** Whether a value can be sent in a request header, which allows only printable ASCII characters. */
const isSecret = (value: unknown): value is string => isText(value) && /^[\x20-\x7e]+$/.test(value);

function parseSecret(value: unknown): StoredSecret | undefined {
  if (!isRecord(value) || !isSecret(value.key) || !isWebAddress(value.origin)) return undefined;
  return { origin: value.origin, key: value.key };
}

const keysIn = (area: Area): Setting<Keys> => ({
  key: 'keys',
  area,
  fallback: {},
  parse: (value, tell) => readTable(value, parseSecret, tell),
});
/** The settings with all secrets: on disk (`always`), or in memory until the browser closes (`session`). */
export const keyStores: Record<Keep, Setting<Keys>> = { always: keysIn('local'), session: keysIn('session') };

/** The common default password. New sites get it unless their connection has its own default password. */
export const defaultPassword = textSetting('defaultPassword');

/**
 * The connections' own default passwords, by connection id. An empty text means that the connection's new sites get no
 * password.
 */
export const ownPasswords: Setting<Partial<Record<string, string>>> = {
  key: 'defaultPasswords',
  area: 'local',
  fallback: {},
  parse: (value, tell) => readTable(value, (one) => (isText(one) ? one : undefined), tell),
};

type SecretName = Service | `header-${string}`;

const slot = (connection: string, secret: SecretName) => `${connection}:${secret}`;

/**
 * Prevents content scripts from reading the local storage. This is only a precaution, because no script that Waymark
 * runs in a page reads it. Only Chromium supports it.
 */
export async function guardStorage(): Promise<void> {
  const area = browser.storage.local as { setAccessLevel?: (level: { accessLevel: string }) => Promise<void> };
  await area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}

/** Returns all stored secrets of a connection with their names. Those stored only for this session come first. */
export async function secretsOf(connection: string): Promise<(StoredSecret & { name: string; keep: Keep })[]> {
  const start = `${connection}:`;
  const found = await Promise.all(
    (['session', 'always'] as const).map(async (keep) =>
      Object.entries(await get(keyStores[keep])).flatMap(([name, secret]) =>
        secret && name.startsWith(start) ? [{ ...secret, name: name.slice(start.length), keep }] : [],
      ),
    ),
  );
  return found.flat();
}

const stored = async (connection: string, secret: SecretName) =>
  (await secretsOf(connection)).find(({ name }) => name === secret);

/** Returns the ids of all connections with a stored key or header. */
export async function idsWithKey(): Promise<Set<string>> {
  const keys = await Promise.all(Object.values(keyStores).map(get));
  return new Set(keys.flatMap((all) => Object.keys(all).map((name) => name.slice(0, name.indexOf(':')))));
}

/** Returns the ids of all connections with a stored key, header or default password. */
export const idsWithSecret = async (): Promise<Set<string>> =>
  new Set([...(await idsWithKey()), ...Object.keys(await get(ownPasswords))]);

/** Removes all secrets whose stored name `isGone` accepts, from disk and from memory. */
async function dropSecrets(isGone: (slot: string) => boolean): Promise<void> {
  for (const store of Object.values(keyStores))
    await update(store, (keys) => Object.fromEntries(Object.entries(keys).filter(([name]) => !isGone(name))));
}

/** Forgets all secrets of a connection. */
export const forgetSecrets = (connection: string): Promise<void> =>
  dropSecrets((name) => name.startsWith(`${connection}:`));

/** Returns a service's key if the key was saved for the origin of this address, else undefined. */
export async function keyFor(connection: string, service: Service, url: string): Promise<string | undefined> {
  const found = await stored(connection, service);
  return found && found.origin === originOf(url) ? found.key : undefined;
}

/** Returns this service and the connection's other services that have the same key for the same origin. */
export async function servicesWithKeyOf(connection: string, service: Service): Promise<Service[]> {
  const keys = await Promise.all(serviceNames.map((one) => stored(connection, one)));
  const [own] = keys.filter((_, index) => serviceNames[index] === service);
  return serviceNames.filter(
    (one, index) => one === service || (own && keys[index]?.key === own.key && keys[index].origin === own.origin),
  );
}

const other: Record<Keep, Keep> = { always: 'session', session: 'always' };

/**
 * Saves a key, or a header's value, for one origin. With `keep: 'session'`, it is in memory until the browser closes. A
 * previous value in the other storage is removed only after the new one is stored.
 */
export async function saveKey(
  connection: string,
  service: SecretName,
  { url, key, keep }: { url: string; key: string; keep: Keep },
): Promise<void> {
  const name = slot(connection, service);
  const record: StoredSecret = { origin: originOf(url), key };
  await update(keyStores[keep], (keys) => ({ ...keys, [name]: record }));
  await update(keyStores[other[keep]], ({ [name]: _, ...rest }) => rest);
}

/**
 * Moves all secrets of a connection to the given storage. If both storages have a secret, keeps the one in session
 * storage, which is newer.
 */
export async function moveSecrets(connection: string, keep: Keep): Promise<void> {
  for (const [name, [newest, ...others]] of Map.groupBy(await secretsOf(connection), (one) => one.name))
    if (newest && (newest.keep !== keep || others.length))
      await saveKey(connection, name as SecretName, { url: newest.origin, key: newest.key, keep });
}

/**
 * Removes a service's key, or a header's value, from disk and from memory. Without `connection`, removes it for all
 * connections.
 */
export const forgetKey = (connection: string | undefined, service: SecretName): Promise<void> =>
  dropSecrets((name) => (connection ? name === slot(connection, service) : name.endsWith(`:${service}`)));

/**
 * Saves the default password of the connection with this id, or without `id`, the common default password. Also updates
 * `hasPassword` in all default settings that use this password. An empty text removes the password. For the only
 * connection, it also removes the common password, because a person cannot tell the two apart.
 */
export async function saveDefaultPassword(id: string | undefined, password: string): Promise<null> {
  const hasPassword = password !== '';
  const [first, another] = (await get(connections)).list;
  const isOnly = first?.id === id && !another;
  if (id === undefined || (isOnly && !hasPassword)) {
    await set(defaultPassword, password);
    await update(defaults, (fields) => ({ ...fields, hasPassword }));
  }
  if (id !== undefined) await update(ownPasswords, (own) => ({ ...own, [id]: password }));
  const [common, own] = await Promise.all([get(defaults), get(ownPasswords)]);
  // The common password also applies to connections that have their own default settings but no password of their own.
  const isMeant = (one: ConnectionAddress) =>
    id === undefined ? one.defaults !== undefined && own[one.id] === undefined : one.id === id;
  await changeConnections(isMeant, (one) => ({ ...one, defaults: { ...defaultsFor(common, one), hasPassword } }));
  return null;
}

/** Returns the password for new sites of a connection, or '' if there is none. */
export async function getDefaultPassword(connection: string): Promise<string> {
  const own = await get(ownPasswords);
  return (Object.hasOwn(own, connection) ? own[connection] : undefined) ?? get(defaultPassword);
}

/** Forgets a connection's own default password. */
export async function forgetDefaultPassword(connection: string): Promise<void> {
  if (Object.hasOwn(await get(ownPasswords), connection))
    await update(ownPasswords, ({ [connection]: _, ...rest }) => rest);
}

/**
 * Returns what pages may know about the key of a connected service: whether and how it is stored, and its last four
 * characters.
 */
export async function keyStatus(connection: string, service: Service, url: string | undefined): Promise<ServiceStatus> {
  const found = await stored(connection, service);
  if (!found) return { url, key: 'none' };
  if (url && found.origin !== originOf(url)) return { url, key: 'other-origin' };
  const { keep, key } = found;
  const isCopy = service !== 'analytics' && (await stored(connection, 'analytics'))?.key === key;
  // Keys have at least 8 characters, so at least half of each key stays hidden.
  const lastFour = key.slice(-4);
  return { url, key: keep === 'session' ? 'session' : 'stored', lastFour, ...(isCopy ? { isCopy } : {}) };
}
