import { browser } from 'wxt/browser';
import { openSiteCache, type PendingCreate } from '../../storage/siteCache.ts';

/** The alarm that resolves pending creates after the worker was stopped. */
export const createsAlarm = 'creates';

/** Notes that a create is about to be sent, and sets the alarm that will ask about it should this worker die. */
export async function beginCreate(account: string, host: string, isPrivate = false, id?: string): Promise<void> {
  const store = await openSiteCache();
  const chosen = id ? { id } : {};
  await Promise.all([
    store.put('creates', { base: account, host, at: Date.now(), ...chosen, private: isPrivate }),
    setAlarm(),
  ]);
}

/** Creates started within this time share one alarm (milliseconds): when it fires, each has ended or is lost. */
const alarmLifetime = 10_000;
let alarmSet = 0;

async function setAlarm(): Promise<void> {
  if (Math.abs(Date.now() - alarmSet) < alarmLifetime) return;
  await browser.alarms.create(createsAlarm, { delayInMinutes: 0.5 });
  alarmSet = Date.now();
}

/** Minutes to the next look at what is still pending: the older it is, the longer, up to an hour. */
const delayOf = (age: number) => Math.min(Math.max(age / 120_000, 0.5), 60);

/** An alarm rings once: while anything is pending, there is another. */
export async function setNextAlarm(): Promise<void> {
  const left = await allPendingCreates();
  if (!left.length) return;
  // The next create needs an alarm of its own: this one may be far away.
  alarmSet = 0;
  const youngest = Math.max(...left.map(({ at }) => at));
  await browser.alarms.create(createsAlarm, { delayInMinutes: delayOf(Date.now() - youngest) });
}

/** The end of a create is known. A note that cannot be taken away now is looked into again at the next alarm. */
export async function endCreate(account: string, host: string): Promise<void> {
  await openSiteCache()
    .then((store) => store.delete('creates', [account, host]))
    .catch(() => {});
}

/** A create of this host that was begun and never ended, by a worker that died or an answer that was lost. */
export async function pendingCreate(account: string, host: string): Promise<PendingCreate | undefined> {
  return (await openSiteCache()).get('creates', [account, host]);
}

export async function allPendingCreates(): Promise<PendingCreate[]> {
  return (await openSiteCache()).getAll('creates');
}
