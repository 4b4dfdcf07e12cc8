import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { lookUpItem, sendItem } from '@/lib/background/jobs/execute.ts';
import { newJob } from '@/lib/jobs/state.ts';
import type { Item, Job, JobFields, JobKind } from '@/lib/jobs/types.ts';
import { ApiError, type Website } from '@/lib/services/index.ts';
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
      return { items: [], complete: false, why: 'too-many' };
    }
    if (!record) throw new ApiError({ kind: 'missing' });
    return record;
  },
}));

const registered: object[] = [];
vi.mock('@/lib/background/websites/register.ts', () => ({
  register: async (input: object) => {
    registered.push(input);
    return { outcome: 'created' };
  },
}));

beforeEach(() => {
  fakeBrowser.reset();
  isRemovedMeanwhile = false;
  isListMissing = false;
  isGone = false;
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
