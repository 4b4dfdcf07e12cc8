import { browser } from 'wxt/browser';
import { type ConnectedService, serviceAt, services, servicesOf } from '../connections/services.ts';
import type { ConnectionStatus, Service } from '../messages/commands.ts';
import { dropHits } from '../storage/hits.ts';
import { keepReport } from '../storage/lastReport.ts';
import { refreshesNow } from '../storage/refresh.ts';
import {
  type ConnectionAddress,
  type Connections,
  connections,
  connectionWith,
  get,
  NewerSettings,
  update,
} from '../storage/settings.ts';
import { connectionStatus, meant, removedIds } from './connection.ts';
import { keepToConnections, moveToAccounts } from './keepToConnections.ts';
import { forgetDefaultPassword, forgetKey, forgetSecrets, idsWithSecret, servicesWithKeyOf } from './keys.ts';
import { refuseFixed } from './policy/fixed.ts';
import { change } from './records/change.ts';
import { asked, records } from './records/records.ts';
import { connectionLock, storedConnection } from './request.ts';
import { forgetLookUps } from './websites/lookUp.ts';
import { refreshInTurn } from './websites/sync.ts';

/**
 * Returns the connection with a new account for each service whose key was removed (`gone`), because the key that is
 * entered next may belong to somebody else.
 */
const withOtherAccounts = (gone: readonly Service[], connection: ConnectionAddress): ConnectionAddress => {
  const there = gone.filter((service) => serviceAt(connection, service));
  return {
    ...connection,
    ...Object.fromEntries(there.map((service) => [services[service].account, crypto.randomUUID()])),
  };
};

/**
 * Forgets a service's key, and the same key of another service at the same origin, because a page shows them as one
 * key.
 */
export async function removeKey(service: Service, connection?: string): Promise<ConnectionStatus> {
  const { id, before } = await meant(connection);
  await navigator.locks.request(connectionLock, async () => {
    const gone = await servicesWithKeyOf(id, service);
    const renewed = (one: ConnectionAddress) => (one.id === id ? withOtherAccounts(gone, one) : one);
    const stored = await update(connections, ({ list, ...rest }) => ({ ...rest, list: list.map(renewed) })).catch(
      (error: unknown) => (error instanceof NewerSettings ? 'newer' : 'failed'),
    );
    // If a newer Waymark wrote the connections, they cannot be read, but their keys can still be removed.
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

/** Forgets the data stored beside a connection: its secrets and the report of its last test. */
export async function forgetConnection(id: string): Promise<void> {
  removedIds.push(id);
  await forgetAllSecrets(id);
  await keepReport(id, undefined);
  forgetLookUps();
}

/** Forgets text typed in the popup that was not sent. `isGone`: whether to forget the draft with this storage key. */
async function forgetTypedSites(isGone: (name: string) => boolean): Promise<void> {
  const names = Object.keys(await browser.storage.session.get());
  await browser.storage.session.remove(names.filter((one) => one.startsWith('site:') && isGone(one)));
}

const isOfAccount = (name: string, account: string) => name.startsWith(`site:${account}:`);

/** Forgets the remaining data of connections that are not in the list. */
export async function forgetOthers({ list }: Connections): Promise<void> {
  const kept = new Set(list.map(({ id }) => id));
  for (const id of await idsWithSecret()) if (!kept.has(id)) await forgetAllSecrets(id);
  const start = 'lastReport:';
  const names = Object.keys(await browser.storage.local.get());
  await browser.storage.local.remove(
    names.filter((one) => one.startsWith(start) && !kept.has(one.slice(start.length))),
  );
  await forgetTypedSites((name) => !list.some(({ account }) => isOfAccount(name, account)));
}

/** Forgets a connection, its keys and all its stored records. Deletes nothing at its services. */
export async function removeConnection(id: string): Promise<null> {
  const change = ({ active, list }: Connections): Connections => ({
    ...(active === undefined || active === id ? {} : { active }),
    list: list.filter((one) => one.id !== id),
  });
  await navigator.locks.request(connectionLock, async () => {
    await refuseFixed(change);
    // This comes first: if the list cannot be written, the connection keeps its keys.
    const stored = await update(connections, change);
    await forgetConnection(id);
    await keepToConnections(stored);
    // If this fails, removing the next connection repeats it.
    await forgetOthers(stored).catch(() => {});
  });
  return null;
}

/**
 * Forgets the stored websites and projects of a connection, and stops reading its lists. Deletes nothing at its
 * services. Creates with unknown outcome, jobs and audits stay. Rejects if the store cannot be read.
 */
export async function forgetList(id?: string): Promise<null> {
  // A shared lock: a new key of this connection must not move its records to another account meanwhile.
  await navigator.locks.request(connectionLock, { mode: 'shared' }, async () => {
    const all = servicesOf(storedConnection(await get(connections), id));
    // Connections of early versions have one account for both services.
    for (const [account, there] of Map.groupBy(all, (one) => one.account)) {
      await forgetRecords(account, there);
      await forgetTypedSites((name) => isOfAccount(name, account));
    }
  });
  forgetLookUps();
  return null;
}

const forgetRecords = (account: string, there: readonly ConnectedService[]): Promise<void> =>
  refreshInTurn(account, async () => {
    // Answers to earlier questions are not stored from now on. Nor are later pages of a reading, because its facts are
    // gone.
    asked.noteWrite(account);
    await update(refreshesNow, (all) =>
      Object.fromEntries(Object.entries(all).filter(([, one]) => one.account !== account)),
    );
    await dropHits((one) => one === account);
    await change(account, async ({ forgetAccount, putStopped }) => {
      await forgetAccount(records, account);
      // Nothing reads the lists again until a person asks for it.
      for (const { list } of there) await putStopped(records, list, account, Date.now());
    });
  });
