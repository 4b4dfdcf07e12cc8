import { browser } from 'wxt/browser';
import { openSiteCache, type PendingCreate } from '../../storage/siteCache.ts';

/** The alarm that ends uncertain creates after a worker's death. */
export const createsAlarm = 'creates';

/** Notes that a create is about to be sent, and sets the alarm that will ask about it should this worker die. */
export async function beginCreate(base: string, host: string, isPrivate = false): Promise<void> {
  const store = await openSiteCache();
  await Promise.all([store.put('creates', { base, host, at: Date.now(), private: isPrivate }), setAlarm()]);
}

/** One alarm serves what is begun within these milliseconds: when it rings, every one of them has ended or is lost. */
const together = 10_000;
let alarmSet = 0;

async function setAlarm(): Promise<void> {
  if (Date.now() - alarmSet < together) return;
  await browser.alarms.create(createsAlarm, { delayInMinutes: 0.5 });
  alarmSet = Date.now();
}

/** The end of a create is known. */
export async function endCreate(base: string, host: string): Promise<void> {
  await (await openSiteCache()).delete('creates', [base, host]);
}

/** A create of this host that was begun and never ended, by a worker that died or an answer that was lost. */
export async function pendingCreate(base: string, host: string): Promise<PendingCreate | undefined> {
  return (await openSiteCache()).get('creates', [base, host]);
}

export async function allPendingCreates(): Promise<PendingCreate[]> {
  return (await openSiteCache()).getAll('creates');
}
