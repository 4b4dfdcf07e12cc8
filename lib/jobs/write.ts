import type { IDBPTransaction } from 'idb';
import { orWithout } from '../storage/database.ts';
import { isSame } from '../util/isSame.ts';
import { type Allowed, type Claim, claimStep, type End, type Lane } from './claim.ts';
import { inState, type JobSchema, ofJob, openJobStore, type Secret } from './database.ts';
import { isForgotten } from './kept.ts';
import * as memory from './memory.ts';
import { noCounts, sentItem } from './state.ts';
import type { Item, ItemState, Job, Noted } from './types.ts';
import { undoEndedBy } from './undoOffer.ts';

// Only the worker uses this file. A single write is stored in memory, not in the database, if it comes from a private
// window or the database cannot store it.

type Stores = ('jobs' | 'items' | 'secrets')[];
/** The names of all tables of the job store. */
export const all: Stores = ['jobs', 'items', 'secrets'];
type JobChange = IDBPTransaction<JobSchema, Stores, 'readwrite'>;

function drop(store: JobChange, job: string): void {
  void store.objectStore('jobs').delete(job);
  void store.objectStore('items').delete(ofJob(job));
  void store.objectStore('secrets').delete(job);
}

/**
 * Whether a job no longer needs its secret. A common password is needed until the job ends. The seed of generated
 * passwords is needed until the person has copied all passwords and no outcome is unknown: a website with unknown
 * outcome may have such a password.
 */
export const isSpent = ({ ended, password, secrets, counts }: Job): boolean =>
  !!ended && (password === 'common' || !(secrets || counts.unknown));

/**
 * Stores a job and some of its items. Deletes the job instead if it is no longer needed (see `isForgotten`). Also
 * erases a secret that is no longer needed.
 */
export function put(store: JobChange, job: Job, items: readonly Item[]): void {
  if (isForgotten(job)) {
    drop(store, job.id);
    return;
  }
  void store.objectStore('jobs').put(job);
  for (const item of items) void store.objectStore('items').put(item);
  if (job.password && isSpent(job)) void store.objectStore('secrets').delete(job.id);
}

/** Returns all bulk jobs and single writes, oldest first, including dismissed jobs. */
export async function everyJob(): Promise<Job[]> {
  const stored = orWithout(
    openJobStore().then((store) => store.getAll('jobs')),
    [],
  );
  return [...(await stored), ...(await memory.pressesInMemory()).map(({ job }) => job)].sort(
    (a, b) => a.started - b.started,
  );
}

/** Returns the press (a single write by hand) whose job has this id, or undefined if there is none. */
export async function pressNamed(id: string): Promise<memory.Press | undefined> {
  if (memory.isInMemory(id)) return (await memory.pressesInMemory()).find(({ job }) => job.id === id);
  const store = (await openJobStore()).transaction(['jobs', 'items']);
  const [job, item] = await Promise.all([store.objectStore('jobs').get(id), store.objectStore('items').get([id, 0])]);
  return job && item && { job, item };
}

/**
 * Returns the updates and deletions with unknown outcome that were sent to a service. With `id`, returns only those for
 * the record with this id.
 */
export async function openWrites(serviceUrl: string, id?: string): Promise<memory.Press[]> {
  const place = ['record', serviceUrl];
  const range = id === undefined ? IDBKeyRange.bound(place, [...place, []]) : IDBKeyRange.only([...place, id]);
  const store = await orWithout(openJobStore(), undefined);
  const items = (await store?.getAllFromIndex('items', 'open', range)) ?? [];
  const jobs = await Promise.all(items.map(({ job }) => store?.get('jobs', job)));
  const stored = items.flatMap((item, at) => (jobs[at] ? [{ job: jobs[at], item }] : []));
  const isOpen = ({ open }: Item) =>
    open?.[0] === 'record' && open[1] === serviceUrl && (id === undefined || open[2] === id);
  return [...stored, ...(await memory.pressesInMemory()).filter(({ item }) => isOpen(item))];
}

const nameOf = ({ id, key }: Item): string => id ?? key;

/**
 * Stores a new job with its items and its secret, and resolves to true. If it is a bulk job that changes records, other
 * bulk jobs for the same account or records can then no longer be undone (see `undoEndedBy`). Stores nothing and
 * resolves to false if the job's id is taken, or if the job to undo (`undone`) has changed since it was read.
 */
export async function addJob(job: Job, items: readonly Item[], secret?: Secret, undone?: Job): Promise<boolean> {
  const [item] = items;
  if (memory.isInMemory(job.id) && item) return memory.addPress(job, item).then(() => true);
  const store = (await openJobStore()).transaction(all, 'readwrite');
  const jobs = store.objectStore('jobs');
  const [before, source] = await Promise.all([jobs.get(job.id), undone && jobs.get(undone.id)]);
  const isNew = !before && isSame([source?.undo, source?.ended], [undone?.undo, undone?.ended]);
  if (isNew) {
    const others = job.press ? [] : await jobs.getAll();
    const named = new Set(items.map(nameOf));
    const isShared = async ({ account, id }: Job) =>
      account === job.account ||
      (await store.objectStore('items').getAll(ofJob(id))).some((one) => named.has(nameOf(one)));
    for (const other of others.flatMap((one) => undoEndedBy(job, one) ?? []))
      if (await isShared(other)) put(store, other, []);
    put(store, job, items);
    if (secret) void store.objectStore('secrets').put(secret);
  }
  await store.done;
  return isNew;
}

/**
 * Changes a job and its items in one transaction. `apply`: gets the job and those of its items that are in one of
 * `states`, and returns what has changed. `secret`: if an item has changed, replaces the job's common password, or its
 * seed if that was erased. Resolves to the changed job, or to undefined if no job has this id.
 */
export async function writeJob(
  id: string,
  states: readonly ItemState[],
  apply: (job: Job, items: Item[]) => { job: Job; items: Item[] },
  secret?: Secret,
): Promise<Job | undefined> {
  if (memory.isInMemory(id)) return memory.writePress(id, states, apply);
  const store = (await openJobStore()).transaction(all, 'readwrite');
  const stored = store.objectStore('items');
  const job = await store.objectStore('jobs').get(id);
  const items = await Promise.all(states.map((state) => stored.index('state').getAll(inState(id, state))));
  const secrets = store.objectStore('secrets');
  const isKept = secret?.way === 'each' && (await secrets.count(id)) > 0;
  const changed = job && apply(job, items.flat());
  if (changed) put(store, changed.job, changed.items);
  if (secret && !isKept && changed?.items.length) void secrets.put(secret);
  await store.done;
  return changed?.job;
}

/**
 * Stores that a claimed item is being sent, with the fields in `noted`. Resolves to the previously stored item.
 * Resolves to undefined if the item must not be sent, because it has ended or another run has claimed it.
 */
export async function markSent(item: Item, noted: Noted = {}): Promise<Item | undefined> {
  const { store, done } = (await openJobStore()).transaction('items', 'readwrite');
  const stored = await store.get([item.job, item.at]);
  const isOurs = stored?.state === 'sending' && stored.sent === item.sent;
  if (isOurs) void store.put(sentItem(stored, noted));
  await done;
  return isOurs ? stored : undefined;
}

/** Takes one step of a job's run in one transaction (see `claimStep`). */
export async function claimNext(
  id: string,
  end: End | undefined,
  now: number,
  allowed: Allowed,
  lane: Lane,
): Promise<Claim | undefined> {
  if (memory.isInMemory(id)) return memory.claimPress(id, end, now, allowed, lane);
  const store = (await openJobStore()).transaction(all, 'readwrite');
  const items = store.objectStore('items');
  // Starts all database requests at once, because waiting for each in turn would take several times as long.
  const [job, ended, sent, waiting] = await Promise.all([
    store.objectStore('jobs').get(id),
    end && items.get([id, end.at]),
    items.index('state').getAll(inState(id, 'sending')),
    items.index('state').getAll(inState(id, 'waiting'), 2),
  ]);
  const step = claimStep({ job, ended, sent, waiting }, end, now, allowed, lane);
  if (step) put(store, step.job, step.items);
  await store.done;
  return step;
}

/**
 * Deletes a job that the person has dismissed, if it has ended. Keeps those of its writes that may still be carried
 * out, because later writes to the same sites must find them.
 */
export async function dismiss(id: string): Promise<void> {
  const store = (await openJobStore()).transaction(all, 'readwrite');
  const job = await store.objectStore('jobs').get(id);
  const items = await store.objectStore('items').getAll(ofJob(id));
  const open = items.filter((item) => item.open).map((item) => ({ ...item, state: 'unknown' as const }));
  const counts = { ...noCounts, unknown: open.length };
  if (job?.ended) {
    drop(store, id);
    put(store, { ...job, press: true, secrets: 0, total: open.length, counts }, open);
  }
  await store.done;
}

/** Deletes a job with its items and its secret. Rejects if the database cannot be opened. */
export async function forgetJob(job: string): Promise<void> {
  if (memory.isInMemory(job)) return memory.forgetPress(job);
  const store = (await openJobStore()).transaction(all, 'readwrite');
  drop(store, job);
  await store.done;
}
