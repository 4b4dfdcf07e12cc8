import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { lookUpItem, sendItem } from '@/lib/background/jobs/execute.ts';
import { allPendingCreates, beginCreate } from '@/lib/background/websites/pendingCreates.ts';
import { claimItem, newJob, sentItem } from '@/lib/jobs/state.ts';
import { addJob, forgetJob, itemsOf, overrideUpdates } from '@/lib/jobs/store.ts';
import type { Item, Job, JobFields, JobKind } from '@/lib/jobs/types.ts';
import { ApiError, type Problem, type Website } from '@/lib/services/index.ts';
import type { Kind } from '@/lib/services/traits.ts';

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
/** The updates that it was sent. */
const updates: object[] = [];
/** The service fails so. */
let failure: Problem | undefined;
vi.mock('@/lib/background/request.ts', () => ({
  isConnected: async () => true,
  serviceOf: async () => {
    if (isGone) throw new ApiError({ kind: 'setup', code: 'other-service' });
    return { kind, url: base };
  },
  request: async (name: string, input: object) => {
    if (name === 'websites.update') updates.push(input);
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

/** Whether a create whose answer was lost may be sent again. */
let mayRepeat = false;
const registered: object[] = [];
let outcome = 'created';
let options = {};
vi.mock('@/lib/background/websites/register.ts', () => ({
  mayCreateAgain: async () => mayRepeat,
  noteId: async () => {},
  register: async (input: object, _context: object, { job, ...given }: { job: { begin: () => Promise<boolean> } }) => {
    expect(await job.begin()).toBe(true);
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
function jobOf(kind: JobKind, change: Partial<Job>, more: Partial<Item> = {}): [Job, Item] {
  const { job, items } = newJob(
    { id: 'j', kind, items: [{ key, id: '7' }], fields: {}, speed: 'fast' },
    { url: base, account: base },
    1,
  );
  return [
    { ...job, ...change },
    { ...(items[0] as Item), job: 'j', ...more },
  ];
}
/** The same as it is once a runner has claimed it. */
async function claimed(kind: JobKind, change: Partial<Job>, more: Partial<Item> = {}): Promise<[Job, Item]> {
  const step = claimItem(...jobOf(kind, change, more), 5);
  await forgetJob('j');
  await addJob(step.job, [step.item]);
  return [step.job, step.item];
}
const site = (more: Partial<Website> = {}): Website => ({ id: '7', domain: key, ...more });
const confirmed = { outcome: 'confirmed' };

describe('what became of a change whose answer was lost', () => {
  const both = { privacy: 0, email: 1 } as const;
  const password = { fields: { privacy: 2 }, password: 'common' } as const;
  test.each<[string, Partial<Job>, Partial<Item>, Website | undefined, object]>([
    ['the record shows it', { fields: { privacy: 0 } }, {}, site({ privacy: 0 }), confirmed],
    ['it shows something else', { fields: { privacy: 0 } }, {}, site({ privacy: 1 }), { mayRepeat: false }],
    [
      'it shows what it had before',
      { fields: { privacy: 0 } },
      { before: { privacy: 1 } },
      site({ privacy: 1 }),
      { mayRepeat: true },
    ],
    [
      'it shows neither what it had before nor what was sent',
      { fields: { privacy: 0 } },
      { before: { privacy: 1 } },
      site({ privacy: 2 }),
      { mayRepeat: false },
    ],
    ['it shows no value', { fields: { privacy: 0 } }, { before: { privacy: 1 } }, site(), { mayRepeat: false }],
    ['it shows a part of it', { fields: both }, {}, site({ privacy: 0 }), { mayRepeat: false }],
    [
      'it shows a part of it, and of what it had before',
      { fields: both },
      { before: { email: 0 } },
      site({ privacy: 0, email: 0 }),
      { mayRepeat: true },
    ],
    ['a person has set the rest since', { fields: both }, { overridden: ['email'] }, site({ privacy: 0 }), confirmed],
    [
      'its id serves another site now',
      { fields: { privacy: 0 } },
      { before: { privacy: 1 } },
      site({ domain: 'b.example', privacy: 1 }),
      { mayRepeat: false },
    ],
    ['there is no record', { fields: { privacy: 0 } }, {}, undefined, { mayRepeat: false }],
    [
      'with a password, which cannot be read back',
      password,
      {},
      site({ privacy: 2, has_password: true }),
      { mayRepeat: true },
    ],
  ])('%s', async (_what, change, item, shown, end) => {
    record = shown;
    expect(await lookUpItem(...jobOf('update', change, item))).toEqual(end);
  });
});

describe('what became of a delete whose answer was lost', () => {
  test.each<[string, Website | undefined, object | undefined]>([
    ['there is no record', undefined, confirmed],
    ['the record is still there', site(), { mayRepeat: false }],
    ['in capital letters it is the same', site({ domain: key.toUpperCase() }), { mayRepeat: false }],
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
  const [job, item] = await claimed('update', { password: 'each' });
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
  const [job, item] = await claimed('create', change, { fields: own });
  expect(await sendItem(job, item)).toEqual({ outcome: 'created' });
  expect(registered).toEqual([{ domain: key, ...sent }]);
});

test('a write that was done is told as done, also where its connection is gone by then', async () => {
  kind = 'analyticsV1';
  isRemovedMeanwhile = true;
  record = site({ privacy: 1 });
  const [job, item] = await claimed('update', { password: 'each' });
  expect(await sendItem(job, item)).toEqual({ outcome: 'updated', secret: true });
});

describe('what became of a create whose answer was lost', () => {
  const found = site({ privacy: 1 });
  test.each<
    [string, { listed?: Website[]; change?: Partial<Job>; safe?: true; unsent?: true }, end: object, pending: number]
  >([
    ['the service has it', { listed: [found] }, confirmed, 0],
    [
      'it has a password that was made for it',
      { listed: [found], change: { password: 'each' } },
      { ...confirmed, secret: true },
      0,
    ],
    ['another account’s service has it', { listed: [found], change: { rebound: true } }, { outcome: 'already' }, 0],
    ['it was not sent, so nothing is asked', { unsent: true }, { mayRepeat: false }, 1],
    ['it may still come', {}, { mayRepeat: false }, 1],
    ['it may still come, and only once', { safe: true }, { mayRepeat: true }, 1],
  ])('%s', async (_what, { listed: there = [], change = {}, safe = false, unsent }, end, pending) => {
    kind = 'analyticsV1';
    listed = there;
    const [job, { id: _, ...item }] = jobOf('create', change, unsent ? { unsent } : {});
    mayRepeat = safe;
    await beginCreate(base, key);
    expect(await lookUpItem(job, item)).toEqual(end);
    expect(await allPendingCreates()).toHaveLength(pending);
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
    await expect(sendItem(...(await claimed(does, change)))).rejects.toMatchObject({ problem: told });
  });

  test('a look-up that fails does not call the record gone', async () => {
    failure = lost;
    await expect(lookUpItem(...jobOf('update', {}))).rejects.toMatchObject({ problem: lost });
  });

  test('a site that was there already has no password of this job', async () => {
    kind = 'analyticsV1';
    outcome = 'already';
    const [job, item] = await claimed('create', { password: 'each' }, { despiteUnknown: true });
    expect(await sendItem(job, item)).toEqual({ outcome });
    expect(options).toEqual({ despiteUnknown: true });
  });
});

describe('what is stored right before the request', () => {
  const stored = async () => (await itemsOf('j'))[0];
  test.each<JobKind>(['create', 'update', 'delete'])('%s: that it is sent', async (does) => {
    record = site();
    const [job, item] = await claimed(does, {}, does === 'create' ? { resend: true } : {});
    expect(await stored()).toMatchObject({ unsent: true });
    await sendItem(job, item);
    expect(await stored()).toEqual(sentItem(item));
  });

  test('an update whose fields a person has set since is not sent; of one whose rest is left, the rest is', async () => {
    record = site();
    const fields = { privacy: 0, email: 1 } as const;
    const [job, item] = await claimed('update', { fields });
    updates.length = 0;
    await overrideUpdates(base, '7', { privacy: 1 }, { at: 10 });
    await sendItem(job, item);
    expect(updates).toEqual([{ id: '7', email: 1 }]);
  });

  test.each<[string, url: string, pressed: number, sent: number]>([
    ['of this record', base, 10, 0],
    ['of the same id at another service', 'https://other.example', 10, 1],
    ['before the job began', base, 0, 1],
  ])('all of its fields were set by hand, %s: %s %i sent %i', async (_what, url, pressed, count) => {
    record = site();
    const [job, item] = await claimed('update', { fields: { privacy: 0 } });
    updates.length = 0;
    await overrideUpdates(url, '7', { privacy: 1 }, { at: pressed });
    await sendItem(job, item);
    expect([updates.length, (await stored())?.outcome]).toEqual([count, count ? undefined : 'overridden']);
  });
});
