import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { itemUnderWayFor, lookUpItem, sendItem } from '@/lib/background/jobs/execute.ts';
import { allPendingCreates, beginCreate } from '@/lib/background/websites/pendingCreates.ts';
import { newJob } from '@/lib/jobs/state.ts';
import type { Item, Job, JobFields, JobKind } from '@/lib/jobs/types.ts';
import { ApiError, type Problem, type Website } from '@/lib/services/index.ts';
import type { Kind } from '@/lib/services/traits.ts';
import { cachedSite, openSiteCache } from '@/lib/storage/siteCache.ts';

const base = 'https://stats.example.net';

/** The record that the service shows; undefined: it has none of this id. */
let record: Website | undefined;
let kind: Kind | undefined;
/** The connection is removed while its service is asked. */
let isRemovedMeanwhile = false;
let isGone = false;
/** What the list answers: it shows no record, and not that these are all; or nothing is at its address. */
let isListMissing = false;
/** What a look-up of a host finds. */
let listed: Website[] = [];
/** The service fails so. */
let failure: Problem | undefined;
vi.mock('@/lib/background/request.ts', () => ({
  isConnected: async () => true,
  serviceOf: async () => {
    if (isGone) throw new ApiError({ kind: 'setup', code: 'other-service' });
    return { kind };
  },
  request: async (name: string) => {
    isGone = isRemovedMeanwhile;
    if (name === 'websites.find') {
      if (isListMissing) throw new ApiError({ kind: 'missing', code: 'wrong-address' });
      return { items: listed, complete: false, why: 'too-many' };
    }
    if (failure) throw new ApiError(failure);
    if (!record) throw new ApiError({ kind: 'missing' });
    return record;
  },
}));

const registered: object[] = [];
let outcome = 'created';
let options = {};
vi.mock('@/lib/background/websites/register.ts', () => ({
  register: async (input: object, _context: object, given: object) => {
    registered.push(input);
    options = given;
    return { outcome };
  },
}));

vi.mock('@/lib/background/audit/lookAtSite.ts', () => ({
  lookAtSite: async () => ({ state: 'missing', trackers: [] }),
}));

beforeEach(() => {
  fakeBrowser.reset();
  isRemovedMeanwhile = false;
  isListMissing = false;
  isGone = false;
  listed = [];
  failure = undefined;
  outcome = 'created';
  globalThis.indexedDB = new IDBFactory();
});

const key = 'a.example';
function jobOf(kind: JobKind, change: Partial<Job>): [Job, Item] {
  const { job, items } = newJob(
    { id: 'j', kind, items: [{ key, id: '7' }], fields: {}, speed: 'fast' },
    { url: base, account: base },
    1,
  );
  return [
    { ...job, ...change },
    { ...(items[0] as Item), job: 'j' },
  ];
}
const site = (more: Partial<Website> = {}): Website => ({ id: '7', domain: key, ...more });
const confirmed = { outcome: 'confirmed' };

describe('what became of a change whose answer was lost', () => {
  test.each<[string, Partial<Job>, Website | undefined, object | undefined]>([
    ['the record shows it', { fields: { privacy: 0 } }, site({ privacy: 0 }), confirmed],
    ['the record shows something else', { fields: { privacy: 0 } }, site({ privacy: 1 }), undefined],
    ['the record shows a part of it', { fields: { privacy: 0, email: 1 } }, site({ privacy: 0 }), undefined],
    ['there is no record', { fields: { privacy: 0 } }, undefined, undefined],
    [
      'with a password, which cannot be read back',
      { fields: { privacy: 2 }, password: 'common' },
      site({ privacy: 2, has_password: true }),
      undefined,
    ],
  ])('%s', async (_what, change, shown, end) => {
    record = shown;
    expect(await lookUpItem(...jobOf('update', change))).toEqual(end);
  });
});

describe('what became of a delete whose answer was lost', () => {
  test.each<[string, Website | undefined, object | undefined]>([
    ['there is no record', undefined, confirmed],
    ['the record is still there', site(), undefined],
    ['in capital letters it is the same', site({ domain: key.toUpperCase() }), undefined],
    ['its id serves another site now', site({ domain: 'b.example' }), confirmed],
  ])('%s', async (_what, shown, end) => {
    record = shown;
    expect(await lookUpItem(...jobOf('delete', {}))).toEqual(end);
  });
});

test('a delete whose answer was lost is not told as done by a proxy that finds no service', async () => {
  record = undefined;
  isListMissing = true;
  const looked = lookUpItem(...jobOf('delete', {}));
  await expect(looked).rejects.toMatchObject({ problem: { kind: 'missing', code: 'wrong-address' } });
});

test.each<[Kind, boolean]>([
  ['analyticsV1', true],
  ['umami', false],
  ['matomo', false],
])('a password that was made for a record at %s is told of: %j', async (its, isTold) => {
  kind = its;
  record = site({ privacy: 1 });
  const [job, item] = jobOf('update', { password: 'each' });
  expect(await sendItem(job, item)).toEqual({ outcome: 'updated', ...(isTold ? { secret: true } : {}) });
});

test.each<[string, Partial<Job>, JobFields, object]>([
  ['over those of the job', { fields: { email: 1, exclude_bots: 1 } }, { email: 0 }, { email: 0, exclude_bots: 1 }],
  [
    'no password is made for one that has a privacy of its own',
    { fields: { privacy: 2 }, password: 'each' },
    { privacy: 0 },
    { privacy: 0 },
  ],
])('the own settings of a site to create: %s', async (_what, change, own, sent) => {
  kind = 'analyticsV1';
  registered.length = 0;
  const [job, item] = jobOf('create', change);
  expect(await sendItem(job, { ...item, fields: own })).toEqual({ outcome: 'created' });
  expect(registered).toEqual([{ domain: key, ...sent }]);
});

test('a write that was done is told as done, also where its connection is gone by then', async () => {
  kind = 'analyticsV1';
  isRemovedMeanwhile = true;
  record = site({ privacy: 1 });
  const [job, item] = jobOf('update', { password: 'each' });
  expect(await sendItem(job, item)).toEqual({ outcome: 'updated', secret: true });
});

describe('what became of a create whose answer was lost', () => {
  const found = site({ privacy: 1 });
  test.each<
    [string, { listed?: Website[]; change?: Partial<Job>; later?: true }, end: object | undefined, pending: number]
  >([
    ['the service has it', { listed: [found] }, confirmed, 0],
    [
      'it has a password that was made for it',
      { listed: [found], change: { password: 'each' } },
      { ...confirmed, secret: true },
      0,
    ],
    ['another account’s service has it', { listed: [found], change: { rebound: true } }, { outcome: 'already' }, 0],
    ['it may still be under way', {}, undefined, 1],
    ['it can not be under way any more', { later: true }, undefined, 0],
  ])('%s', async (_what, { listed: there = [], change = {}, later }, end, pending) => {
    kind = 'analyticsV1';
    listed = there;
    await (await openSiteCache()).clear('sites');
    const [job, { id: _, ...item }] = jobOf('create', change);
    await beginCreate(base, key);
    const now = performance.now();
    if (later) vi.spyOn(performance, 'now').mockReturnValue(now + 20_000);
    expect(await lookUpItem(job, item)).toEqual(end);
    vi.restoreAllMocks();
    expect(await allPendingCreates()).toHaveLength(pending);
    expect(await cachedSite(base, key)).toEqual(there.length ? expect.objectContaining({ id: '7' }) : undefined);
    const { lastChange } = await fakeBrowser.storage.session.get('lastChange');
    expect(lastChange).toEqual(
      there.length ? { version: 1, value: expect.objectContaining({ created: true, website: found }) } : undefined,
    );
  });
});

describe('what is told of a write', () => {
  const lost: Problem = { kind: 'network' };
  test.each<[string, JobKind, Partial<Job>, Problem | undefined, Website | undefined, Partial<Problem>]>([
    ['whose answer was lost', 'update', {}, lost, site(), { ...lost, code: 'unconfirmed' }],
    ['that was refused', 'update', {}, { kind: 'forbidden' }, site(), { kind: 'forbidden' }],
    ['of a record that cannot be seen', 'delete', {}, undefined, undefined, { kind: 'missing', code: 'unseen' }],
    [
      'with another key, of another site',
      'update',
      { rebound: true },
      undefined,
      site({ domain: 'b.example' }),
      { kind: 'conflict', code: 'other-site' },
    ],
  ])('%s', async (_what, does, change, problem, shown, told) => {
    [failure, record] = [problem, shown];
    await expect(sendItem(...jobOf(does, change))).rejects.toMatchObject({ problem: told });
  });

  test('a look-up that fails does not call the record gone', async () => {
    failure = lost;
    await expect(lookUpItem(...jobOf('update', {}))).rejects.toMatchObject({ problem: lost });
  });

  test('a site that was there already has no password of this job', async () => {
    kind = 'analyticsV1';
    outcome = 'already';
    const [job, item] = jobOf('create', { password: 'each' });
    expect(await sendItem(job, { ...item, despiteUnknown: true })).toEqual({ outcome });
    expect(options).toEqual({ despiteUnknown: true });
  });
});

test.each<[string, JobKind, Problem | undefined, boolean]>([
  ['a change whose answer was lost', 'update', { kind: 'network' }, true],
  ['a change that was answered', 'update', undefined, false],
  ['a look at a site', 'audit', undefined, false],
])('by a worker that is old, %s may still be under way: %s %j %j', async (_what, does, problem, expected) => {
  const now = performance.now() + 60_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  [failure, record] = [problem, site()];
  const [job, item] = jobOf(does, {});
  if (does === 'update') await sendItem(job, item).catch(() => {});
  // Its site is looked at since, which says nothing of the write.
  await sendItem(...jobOf('audit', {}));
  expect([itemUnderWayFor(job, item) > 0, itemUnderWayFor(job, { ...item, id: '8' })]).toEqual([expected, 0]);
  vi.restoreAllMocks();
});
