import type { DBSchema, IDBPTransaction } from 'idb';
import { database } from '../storage/database.ts';
import { isAhead } from '../util/moments.ts';
import { itemOverridden } from './overridden.ts';
import { claimItem, itemSettled, type JobStep, type Next, next, sentItem } from './state.ts';
import type { Item, ItemState, Job } from './types.ts';

/**
 * Passwords of a running job. `common` is erased with the last item. `each` is a seed from which every site's password
 * is derived; it is erased once the passwords were copied, or with the job.
 */
export type Secret = { job: string } & ({ way: 'common'; password: string } | { way: 'each'; seed: ArrayBuffer });

interface JobSchema extends DBSchema {
  jobs: { key: string; value: Job };
  items: { key: [string, number]; value: Item; indexes: { state: [string, ItemState, number] } };
  secrets: { key: string; value: Secret };
}

type Stores = ('jobs' | 'items' | 'secrets')[];
const all: Stores = ['jobs', 'items', 'secrets'];
type JobChange = IDBPTransaction<JobSchema, Stores, 'readwrite'>;

/** Stores a job. When it has ended, its common password is erased in the same transaction. */
function put(store: JobChange, job: Job): void {
  void store.objectStore('jobs').put(job);
  if (job.ended && job.password === 'common') void store.objectStore('secrets').delete(job.id);
}

/** Version 1 stored the address as `base`, which also stood for the account. */
const fromVersion1 = ({ base, ...job }: Omit<Job, 'serviceUrl'> & { base: string }): Job => ({
  ...job,
  serviceUrl: base,
  account: job.account ?? base,
});

/** Every bulk job, one record for each of its items. Only the worker writes; pages read. */
export const openJobStore = database<JobSchema>('waymark-jobs', 2, async (db, before, _version, change) => {
  if (before === 1) {
    const jobs = change.objectStore('jobs');
    for (const job of await jobs.getAll()) void jobs.put(fromVersion1(job as never));
    return;
  }
  db.createObjectStore('jobs', { keyPath: 'id' });
  db.createObjectStore('items', { keyPath: ['job', 'at'] }).createIndex('state', ['job', 'state', 'at']);
  db.createObjectStore('secrets', { keyPath: 'job' });
});

const ofJob = (job: string) => IDBKeyRange.bound([job, 0], [job, Number.POSITIVE_INFINITY]);
const inState = (job: string, state: ItemState) =>
  IDBKeyRange.bound([job, state, 0], [job, state, Number.POSITIVE_INFINITY]);

/** All jobs that have not been dismissed, oldest first. */
export async function allJobs(): Promise<Job[]> {
  return (await (await openJobStore()).getAll('jobs')).sort((a, b) => a.started - b.started);
}

export async function jobWith(id: string): Promise<Job | undefined> {
  return (await openJobStore()).get('jobs', id);
}

/** The items of a job in order: of one state, or all. */
export async function itemsOf(job: string, state?: ItemState): Promise<Item[]> {
  const store = await openJobStore();
  return state ? store.getAllFromIndex('items', 'state', inState(job, state)) : store.getAll('items', ofJob(job));
}

/**
 * At most `count` of a job's items in order from index `from`, without reading the ones before: of these states, one
 * state after the other, or of all.
 */
export async function someItemsOf(
  job: string,
  states: readonly ItemState[] | undefined,
  from: number,
  count: number,
): Promise<Item[]> {
  const { store } = (await openJobStore()).transaction('items');
  if (!states) return store.getAll(IDBKeyRange.bound([job, from], [job, from + count - 1]));
  const index = store.index('state');
  const found: Item[] = [];
  let skip = from;
  for (const state of states) {
    const range = inState(job, state);
    const cursor = await index.openKeyCursor(range);
    const first = cursor && skip ? await cursor.advance(skip) : cursor;
    if (first) found.push(...(await index.getAll(IDBKeyRange.bound(first.key, range.upper), count - found.length)));
    if (found.length >= count) break;
    skip = first ? 0 : skip - (cursor ? await index.count(range) : 0);
  }
  return found;
}

/** Stores a new job with its items and secret; false if a job with its id exists. */
export async function addJob(job: Job, items: readonly Item[], secret?: Secret): Promise<boolean> {
  const store = (await openJobStore()).transaction(all, 'readwrite');
  const before = await store.objectStore('jobs').get(job.id);
  if (!before) {
    put(store, job);
    for (const item of items) void store.objectStore('items').put(item);
    if (secret) void store.objectStore('secrets').put(secret);
  }
  await store.done;
  return !before;
}

/** Changes a job and its items in `states`, in one transaction. */
export async function writeJob(
  id: string,
  states: readonly ItemState[],
  apply: (job: Job, items: Item[]) => { job: Job; items: Item[] },
): Promise<Job | undefined> {
  const store = (await openJobStore()).transaction(all, 'readwrite');
  const stored = store.objectStore('items');
  const job = await store.objectStore('jobs').get(id);
  const items = await Promise.all(states.map((state) => stored.index('state').getAll(inState(id, state))));
  const changed = job && apply(job, items.flat());
  if (changed) put(store, changed.job);
  for (const item of changed?.items ?? []) void stored.put(item);
  await store.done;
  return changed?.job;
}

/** Whether the outcome of some of a job's items is not known yet. */
const hasOpen = ({ ended, counts }: Job): boolean => !ended || !!counts.unknown;

/** What a person wanted of a record, by a press at a moment; `job`: the one that carries it out. */
export interface Wish {
  at: number;
  job?: string;
}

/** Whether an update began before the wish; one that began in the future did so before the clock was set back. */
function isOlder({ id, kind, started }: Job, { at, job }: Wish, now: number): boolean {
  if (kind !== 'update' || id === job) return false;
  if (isAhead(started, now) !== isAhead(at, now)) return isAhead(started, now);
  return job === undefined ? started <= at : started < at;
}

/**
 * A person wanted these fields of a record of the service at an address: the updates of it in jobs that began before leave them
 * alone. Connections to one account meet here, since a record is named by address and id.
 */
export async function overrideUpdates(
  serviceUrl: string,
  id: string,
  set: Readonly<Record<string, unknown>>,
  wish: Wish,
): Promise<void> {
  for (const one of await allJobs())
    if (one.serviceUrl === serviceUrl && hasOpen(one) && isOlder(one, wish, Date.now()))
      await writeJob(one.id, ['waiting', 'sending', 'unknown'], (job, items) => {
        const item = items.find((other) => other.id === id);
        const step = item && itemOverridden(job, item, set, Date.now());
        return step ? { job: step.job, items: [step.item] } : { job, items: [] };
      });
}

/**
 * Stores that a claimed item is sent now. Resolves to the item as it is stored by then; undefined: it was settled meanwhile, or
 * another run has it, so it must not be sent.
 */
export async function markSent({ job, at, sent }: Item): Promise<Item | undefined> {
  const { store, done } = (await openJobStore()).transaction('items', 'readwrite');
  const stored = await store.get([job, at]);
  const isOurs = stored?.state === 'sending' && stored.sent === sent;
  if (isOurs) void store.put(sentItem(stored));
  await done;
  return isOurs ? stored : undefined;
}

/**
 * A person is about to delete the website that a create with an unknown outcome has made, so the create succeeded and is
 * not sent again.
 */
export async function settleCreate(account: string, host: string): Promise<void> {
  for (const one of await allJobs())
    if (one.kind === 'create' && one.account === account && hasOpen(one))
      await writeJob(one.id, ['sending', 'unknown'], (job, items) => {
        const item = items.find(({ key }) => key === host);
        const step = item && itemSettled(job, item, { outcome: 'confirmed' }, Date.now());
        return step ? { job: step.job, items: [step.item] } : { job, items: [] };
      });
}

/** An item's outcome, as a change to apply to the item and its job as they are stored by then. */
export interface End {
  at: number;
  apply: (job: Job, item: Item) => JobStep;
}

/** What a runner has to do: send an item (already stored as claimed), look up an outcome, wait until a moment, or nothing. */
export type Todo = { send: Item; absentAt?: number } | { ask: Item } | { wait: number } | { idle: true };

function todoOf(job: Job, found: Next, now: number): { job: Job; todo: Todo; claimed?: Item } {
  if (!('item' in found)) return { job, todo: found };
  const { item } = found;
  if (item.state === 'sending') return { job, todo: { ask: item } };
  const step = claimItem(job, item, now);
  const { absentAt } = item;
  return { job: step.job, todo: { send: step.item, ...(absentAt ? { absentAt } : {}) }, claimed: step.item };
}

const placeOf = (todo: Todo): number | undefined =>
  'send' in todo ? todo.send.at : 'ask' in todo ? todo.ask.at : undefined;

/** What the rate limit says: no request before `from`; the last one that succeeded was sent at `reached`. */
export interface Allowed {
  from: number;
  reached: number;
}

/** One of the items that a run works on at the same time. */
export interface Lane {
  /** The places of the items that the run is working on, kept up to date. */
  running: Set<number>;
  /** Only what a worker claimed and did not end, one item after the other. */
  claimed: boolean;
}

/**
 * One step of a runner, in one transaction: stores the previous item's outcome, finds the next item, and stores that it
 * is about to be sent. `allowed`: what the rate limit says. Undefined: there is no such job.
 */
export async function claimNext(
  id: string,
  end: End | undefined,
  now: number,
  allowed: Allowed,
  { running, claimed }: Lane,
): Promise<{ job: Job; todo: Todo } | undefined> {
  const store = (await openJobStore()).transaction(all, 'readwrite');
  const items = store.objectStore('items');
  // All requests at once: one round trip to the database costs as much as all of them together.
  const [found, ended, sent, waiting] = await Promise.all([
    store.objectStore('jobs').get(id),
    end && items.get([id, end.at]),
    items.index('state').getAll(inState(id, 'sending')),
    items.index('state').getAll(inState(id, 'waiting'), 2),
  ]);
  const step = found && end && ended && end.apply(found, ended);
  const job = step?.job ?? found;
  const others = [...sent, ...waiting].filter(({ at }) => at !== end?.at && !running.has(at));
  const candidates = step ? [step.item, ...others] : others;
  const open = claimed ? candidates.filter(({ claims }) => claims).slice(0, 1) : candidates;
  const first = open.find(({ state }) => state === 'waiting');
  const unknown = open.filter(({ state }) => state === 'sending');
  const upcoming = job && next(job, unknown, first, now, allowed.reached);
  const chosen: Next | undefined =
    upcoming && 'item' in upcoming && allowed.from > now ? { wait: allowed.from } : upcoming;
  const result = job && chosen && todoOf(job, chosen, now);
  if (end) running.delete(end.at);
  const begun = result && placeOf(result.todo);
  if (begun !== undefined) running.add(begun);
  if (step) void items.put(step.item);
  if (result) put(store, result.job);
  if (result?.claimed) void items.put(result.claimed);
  await store.done;
  return result;
}

export async function secretOf(job: string): Promise<Secret | undefined> {
  return (await openJobStore()).get('secrets', job);
}

export async function keepSecret(secret: Secret): Promise<void> {
  await (await openJobStore()).put('secrets', secret);
}

export async function eraseSecret(job: string): Promise<void> {
  await (await openJobStore()).delete('secrets', job);
}

/** Deletes a job, its items and its secret. */
export async function forgetJob(job: string): Promise<void> {
  const store = (await openJobStore()).transaction(all, 'readwrite');
  void store.objectStore('jobs').delete(job);
  void store.objectStore('items').delete(ofJob(job));
  void store.objectStore('secrets').delete(job);
  await store.done;
}
