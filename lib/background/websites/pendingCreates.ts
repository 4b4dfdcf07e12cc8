import { browser } from 'wxt/browser';
import { openRecords, type PendingCreate } from '../../records/database.ts';
import { orWithout } from '../../storage/database.ts';
import { isText, readList } from '../../storage/readParts.ts';
import { get, type Setting, update } from '../../storage/settings.ts';
import { isRecord } from '../../util/isRecord.ts';
import { tracesOf } from '../traces.ts';

/** The alarm that resolves pending creates after the worker was stopped. */
export const createsAlarm = 'creates';

const isCreate = (value: unknown): value is PendingCreate =>
  isRecord(value) && isText(value.base) && isText(value.host) && typeof value.at === 'number';

/** The pending creates of private windows, and all of them where there is no database: they end with the browser. */
const createsInMemory: Setting<PendingCreate[]> = {
  key: 'creates',
  area: 'session',
  version: 1,
  fallback: [],
  parse: (value) => readList(value, (one) => (isCreate(one) ? one : undefined)),
};

type Named = Pick<PendingCreate, 'base' | 'host'>;
const isSame = (one: Named) => (other: Named) => one.base === other.base && one.host === other.host;

const noteInMemory = (create: PendingCreate): Promise<unknown> =>
  update(createsInMemory, (all) => [...all.filter((other) => !isSame(create)(other)), create]);

/** Notes a create in the one place that may know of it. Rejects if it can be noted nowhere. */
async function note(create: PendingCreate): Promise<unknown> {
  const store = tracesOf(create).stored ? await orWithout(openRecords(), undefined) : undefined;
  return store ? store.put('creates', create) : noteInMemory(create);
}

/** Drops some of those in memory. Most often there are none, and nothing is written. */
async function dropFromMemory(isOver: (create: PendingCreate) => boolean): Promise<void> {
  if ((await get(createsInMemory)).some(isOver))
    await update(createsInMemory, (all) => all.filter((one) => !isOver(one)));
}

/** Stores that a create is about to be sent, and sets the alarm that looks it up if this worker is stopped. */
export async function beginCreate(account: string, host: string, isPrivate = false, id?: string): Promise<void> {
  const chosen = id ? { id } : {};
  await Promise.all([note({ base: account, host, at: Date.now(), ...chosen, private: isPrivate }), setAlarm()]);
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
  await note(create);
}

/** Removes a create whose outcome is known. An entry that cannot be removed now is looked up at the next alarm. */
export async function endCreate(account: string, host: string): Promise<void> {
  await Promise.allSettled([
    openRecords().then((store) => store.delete('creates', [account, host])),
    dropFromMemory(isSame({ base: account, host })),
  ]);
}

/** Moves pending creates to the account that a new key of the same service belongs to. */
export async function moveCreates(from: string, to: string): Promise<void> {
  const isMoved = ({ base }: PendingCreate) => base === from;
  for (const one of (await allPendingCreates()).filter(isMoved)) await note({ ...one, base: to });
  await dropFromMemory(isMoved);
}

/** Forgets those of all other accounts, which can no longer be looked up. */
export async function dropOtherCreates(accounts: readonly string[]): Promise<void> {
  const isOther = ({ base }: PendingCreate) => !accounts.includes(base);
  for (const { base, host } of (await allPendingCreates()).filter(isOther))
    await (await orWithout(openRecords(), undefined))?.delete('creates', [base, host]);
  await dropFromMemory(isOther);
}

/** A create of this host with an unknown outcome: the worker died, or the answer was lost. */
export async function pendingCreate(account: string, host: string): Promise<PendingCreate | undefined> {
  const stored = await orWithout(
    openRecords().then((store) => store.get('creates', [account, host])),
    undefined,
  );
  return stored ?? (await get(createsInMemory)).find(isSame({ base: account, host }));
}

export async function allPendingCreates(): Promise<PendingCreate[]> {
  const stored = await orWithout(
    openRecords().then((store) => store.getAll('creates')),
    [],
  );
  const others = (await get(createsInMemory)).filter((one) => !stored.some(isSame(one)));
  return [...stored, ...others];
}
