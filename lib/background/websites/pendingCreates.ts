import { browser } from 'wxt/browser';
import { openSiteCache, type PendingCreate } from '../../storage/siteCache.ts';

/** The alarm that resolves pending creates after the worker was stopped. */
export const createsAlarm = 'creates';

/** Stores that a create is about to be sent, and sets the alarm that looks it up if this worker is stopped. */
export async function beginCreate(account: string, host: string, isPrivate = false, id?: string): Promise<void> {
  const store = await openSiteCache();
  const chosen = id ? { id } : {};
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

const minute = 60_000;
/** When the alarm looks for a create (milliseconds after it was sent): services carry out requests minutes after a client's time limit. */
const lookTimes = [1, 3, 10].map((minutes) => minutes * minute);
/** For how long a create that was not found keeps its host, and the id that was chosen for it (milliseconds). */
const keptFor = 30 * 24 * 60 * minute;

/** How long ago a create was sent; if the clock was set back since, it counts as sent now. */
const ageOf = ({ at }: PendingCreate) => Math.max(0, Date.now() - at);

/** Whether the alarm has nothing more to look for after now. */
export const isLastLook = (create: PendingCreate): boolean => lookTimes.every((time) => time <= ageOf(create));

/** Whether a create may be forgotten although its outcome is not known. */
export const isForgotten = (create: PendingCreate): boolean => ageOf(create) > keptFor;

/** The alarm fires once, so it is set again while creates are to be looked for. */
export async function setNextAlarm(pending: readonly PendingCreate[]): Promise<void> {
  // The next create needs its own alarm, because this one may fire much later.
  alarmSet = Number.NEGATIVE_INFINITY;
  const waits = pending.flatMap((create) => lookTimes.map((time) => time - ageOf(create))).filter((wait) => wait > 0);
  if (!waits.length) return;
  await browser.alarms.create(createsAlarm, { delayInMinutes: Math.max(0.5, Math.min(...waits) / minute) });
}

/** Stores a pending create as it is. */
export async function keepCreate(create: PendingCreate): Promise<void> {
  await (await openSiteCache()).put('creates', create);
}

/** Removes a create whose outcome is known. An entry that cannot be removed now is looked up at the next alarm. */
export async function endCreate(account: string, host: string): Promise<void> {
  await openSiteCache()
    .then((store) => store.delete('creates', [account, host]))
    .catch(() => {});
}

/** Moves pending creates to the account that a new key of the same service belongs to. */
export async function moveCreates(from: string, to: string): Promise<void> {
  const store = await openSiteCache();
  for (const one of await store.getAll('creates', IDBKeyRange.bound([from], [from, []])))
    await store.put('creates', { ...one, base: to });
}

/** A create of this host with an unknown outcome: the worker died, or the answer was lost. */
export async function pendingCreate(account: string, host: string): Promise<PendingCreate | undefined> {
  return (await openSiteCache()).get('creates', [account, host]);
}

export async function allPendingCreates(): Promise<PendingCreate[]> {
  return (await openSiteCache()).getAll('creates');
}
