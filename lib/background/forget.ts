import { type ConnectedService, serviceAt, services, servicesOf } from '../connections/services.ts';
import type { ConnectionStatus, Service } from '../messages/commands.ts';
import { dropHits } from '../storage/hits.ts';
import { dropOtherReports, keepReport } from '../storage/lastReport.ts';
import { dropRefreshes } from '../storage/refresh.ts';
import {
  type ConnectionAddress,
  type Connections,
  connections,
  connectionWith,
  get,
  getCertain,
  NewerSettings,
  unreadIn,
  update,
} from '../storage/settings.ts';
import { forgetTypedSites, isTypedFor } from '../storage/typedSites.ts';
import { connectionOrNew, connectionStatus, removedIds } from './connection.ts';
import { keepToConnections, moveToAccounts } from './keepToConnections.ts';
import { forgetDefaultPassword, forgetKey, forgetSecrets, idsWithSecret, servicesWithKeyOf } from './keys.ts';
import { refuseFixed } from './policy/fixed.ts';
import { change } from './records/change.ts';
import { asked, records } from './records/records.ts';
import { connectionLock, storedConnection } from './request.ts';
import { forgetLookUps } from './websites/lookUp.ts';
import { refreshInTurn } from './websites/sync.ts';

/**
 * Gives each of a connection's services whose key was removed (`gone`) a new account. The old account must not stay,
 * because the next key may belong to somebody else.
 */
const withOtherAccounts = (gone: readonly Service[], connection: ConnectionAddress): ConnectionAddress => {
  const there = gone.filter((service) => serviceAt(connection, service));
  return {
    ...connection,
    ...Object.fromEntries(there.map((service) => [services[service].account, crypto.randomUUID()])),
  };
};

/**
 * Forgets a service's key. If the connection's other service has the same key at the same origin, also forgets it
 * there, because pages show the two as one key.
 */
export async function removeKey(service: Service, connection?: string): Promise<ConnectionStatus> {
  const { id } = await connectionOrNew(connection);
  await navigator.locks.request(connectionLock, async () => {
    const { before } = await connectionOrNew(id);
    const gone = await servicesWithKeyOf(id, service);
    const renewed = (one: ConnectionAddress) => (one.id === id ? withOtherAccounts(gone, one) : one);
    const stored = await update(connections, ({ list, ...rest }) => ({ ...rest, list: list.map(renewed) })).catch(
      (error: unknown) => (error instanceof NewerSettings ? 'newer' : 'failed'),
    );
    // If a newer version of Waymark wrote the connections, this version cannot read their ids, so it removes the keys
    // of all connections.
    for (const one of gone) await forgetKey(stored === 'newer' ? undefined : id, one);
    if (typeof stored === 'object') {
      await moveToAccounts(before, connectionWith(stored, id));
      await keepToConnections(stored);
    }
  });
  await keepReport(id, undefined);
  forgetLookUps();
  return connectionStatus(id);
}

async function forgetAllSecrets(id: string): Promise<void> {
  await forgetSecrets(id);
  await forgetDefaultPassword(id);
}

/** Forgets a connection's secrets and the report of its last test, which are stored separately from the connection. */
export async function forgetConnection(id: string): Promise<void> {
  removedIds.push(id);
  await forgetAllSecrets(id);
  await keepReport(id, undefined);
  forgetLookUps();
}

/** Forgets the secrets, test reports and popup drafts of all connections that are not in `list`. */
export async function forgetOthers({ list }: Connections): Promise<void> {
  const kept = list.map(({ id }) => id);
  for (const id of await idsWithSecret()) if (!kept.includes(id)) await forgetAllSecrets(id);
  await dropOtherReports(kept);
  await forgetTypedSites((name) => !list.some(({ account }) => isTypedFor(name, account)));
}

/**
 * Forgets the remaining data of removed connections (see `forgetOthers`), unless a stored connection cannot be read.
 * Rejects with `NewerSettings` if a newer version of Waymark wrote the connections.
 */
export const forgetRemoved = (): Promise<void> =>
  navigator.locks.request(connectionLock, async () => {
    const rest = await getCertain(connections);
    if (!(await unreadIn(connections)).length) await forgetOthers(rest);
  });

/** Forgets a connection, its keys and all its stored records. Deletes nothing at its services. */
export async function removeConnection(id: string): Promise<null> {
  const change = ({ active, list }: Connections): Connections => ({
    ...(active === undefined || active === id ? {} : { active }),
    list: list.filter((one) => one.id !== id),
  });
  await navigator.locks.request(connectionLock, async () => {
    await refuseFixed(change);
    // The list is written first, so that the connection keeps its keys if that fails.
    const stored = await update(connections, change);
    await forgetConnection(id);
    await keepToConnections(stored);
  });
  // If this fails, the worker's next start does it.
  await forgetRemoved().catch(() => {});
  return null;
}

/**
 * Forgets a connection's stored websites, their visits, its stored projects and the popup's drafts, and stops reading
 * its lists. Deletes nothing at its services. Keeps jobs, audits, and creates with unknown outcome. Rejects if the
 * store cannot be read.
 */
export async function forgetList(id?: string): Promise<null> {
  // While this lock is held, no save of a new key can move the connection's records to another account.
  await navigator.locks.request(connectionLock, { mode: 'shared' }, async () => {
    const all = servicesOf(storedConnection(await get(connections), id));
    // In connections of early versions, both services have the same account. It must be handled only once.
    for (const [account, there] of Map.groupBy(all, (one) => one.account)) {
      await forgetRecords(account, there);
      await forgetTypedSites((name) => isTypedFor(name, account));
    }
  });
  forgetLookUps();
  return null;
}

const forgetRecords = (account: string, there: readonly ConnectedService[]): Promise<void> =>
  refreshInTurn(account, async () => {
    // From now on, answers to earlier requests are not stored. Neither are further pages of a reading of the list,
    // because the progress of that reading is removed here.
    asked.noteWrite(account);
    await dropRefreshes((one) => one === account);
    await dropHits((one) => one === account);
    await change(account, async ({ forgetAccount, putStopped }) => {
      await forgetAccount(records, account);
      // Marks the lists as stopped. For a day, they are then read whole only if a person asks for it.
      for (const { list } of there) await putStopped(records, list, account, Date.now());
    });
  });
