import { browser } from 'wxt/browser';
import { openSiteCache, type PendingCreate } from '../../storage/siteCache.ts';
import { beginWrite, endWrite } from '../underWay.ts';

/** The alarm that resolves pending creates after the worker was stopped. */
export const createsAlarm = 'creates';

/** Stores that a create is about to be sent, and sets the alarm that looks it up if this worker is stopped. */
export async function beginCreate(account: string, host: string, isPrivate = false, id?: string): Promise<void> {
  const store = await openSiteCache();
  const chosen = id ? { id } : {};
  beginWrite(`${account} ${host}`);
  await Promise.all([
    store.put('creates', { base: account, host, at: Date.now(), ...chosen, private: isPrivate }),
    setAlarm(),
  ]);
}

/** Creates that start within this time share an alarm (milliseconds): when it fires, each has ended or is lost. */
const alarmLifetime = 10_000;
let alarmSet = Number.NEGATIVE_INFINITY;

/** Sets the alarm that looks after what this worker leaves behind if it is stopped. */
export async function setAlarm(): Promise<void> {
  if (performance.now() - alarmSet < alarmLifetime) return;
  await browser.alarms.create(createsAlarm, { delayInMinutes: 0.5 });
  alarmSet = performance.now();
}

/** Minutes until pending creates are looked up again: the older they are, the longer, up to an hour. */
const delayOf = (age: number) => Math.min(Math.max(age / 120_000, 0.5), 60);

/** The alarm fires once, so it is set again while creates are pending. */
export async function setNextAlarm(pending: readonly PendingCreate[]): Promise<void> {
  // The next create needs its own alarm, because this one may fire much later.
  alarmSet = Number.NEGATIVE_INFINITY;
  const youngest = Math.max(...pending.map(({ at }) => at));
  await browser.alarms.create(createsAlarm, { delayInMinutes: delayOf(Date.now() - youngest) });
}

/** Removes a create whose outcome is known. An entry that cannot be removed now is looked up at the next alarm. */
export async function endCreate(account: string, host: string): Promise<void> {
  endWrite(`${account} ${host}`);
  await openSiteCache()
    .then((store) => store.delete('creates', [account, host]))
    .catch(() => {});
}

/** Moves pending creates to the account that a new key of the same service belongs to. */
export async function moveCreates(from: string, to: string): Promise<void> {
  const store = await openSiteCache();
  for (const one of await store.getAll('creates', IDBKeyRange.bound([from], [from, []]))) {
    // Under its new name, nothing says when it began.
    beginWrite(`${to} ${one.host}`);
    await store.put('creates', { ...one, base: to });
  }
}

/** A create of this host with an unknown outcome: the worker died, or the answer was lost. */
export async function pendingCreate(account: string, host: string): Promise<PendingCreate | undefined> {
  return (await openSiteCache()).get('creates', [account, host]);
}

export async function allPendingCreates(): Promise<PendingCreate[]> {
  return (await openSiteCache()).getAll('creates');
}
