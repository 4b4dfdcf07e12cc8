import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { changeRateLimit } from '@/lib/background/rateLimits.ts';
import { readHits } from '@/lib/background/websites/hits.ts';
import { ApiError, type Hits, type InputOf } from '@/lib/services/index.ts';
import { type RateLimit, responseReceived } from '@/lib/services/rateLimit.ts';
import { dropHits, type HitsById, hitsOf } from '@/lib/storage/hits.ts';
import { get, set } from '@/lib/storage/settings.ts';

const now = 1_800_000_000_000;
const [minute, hour] = [60_000, 3_600_000];
const account = 'a';
type Answer = Hits[] | Promise<Hits[]> | ApiError;
const service = { answers: [] as Answer[], asked: [] as InputOf<'websites.hits'>[], count: 0 };

vi.mock('@/lib/background/request.ts', async (original) => ({
  ...(await original<object>()),
  serviceOf: async (_name: string, of: string) => ({ url: `https://${of[0]}${service.count}.example` }),
  request: async (_name: string, input: InputOf<'websites.hits'>) => {
    service.asked.push(input);
    const answer = service.answers.shift() ?? [];
    if (answer instanceof ApiError) throw answer;
    return answer;
  },
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  fakeBrowser.reset();
  service.answers = [];
  service.asked = [];
  // What was asked of an address in the last minute stays known.
  service.count++;
});

const known = (all: HitsById) => set(hitsOf(account), all);
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `${from + i}`);

const both = { last: true, week: true } as const;
test.each<[what: string, known: HitsById, input: Parameters<typeof readHits>[0], asked: string[]]>([
  ['nothing is known', {}, { ids: ['1', '2'], last: true }, ['1', '2']],
  ['known for less than an hour', { 1: { last: 5, lastAt: now - hour + 1 } }, { ids: ['1'], last: true }, []],
  ['known for an hour', { 1: { last: 5, lastAt: now - hour } }, { ids: ['1'], last: true }, ['1']],
  ['the clock was set back since', { 1: { last: 5, lastAt: now + hour } }, { ids: ['1'], last: true }, ['1']],
  ['what may not be known', { 1: { lastAt: now - minute } }, { ids: ['1'], last: true }, []],
  ['the week, where only the last is known', { 1: { last: 5, lastAt: now } }, { ids: ['1'], week: true }, ['1']],
  ['both, where one is known', { 1: { week: 5, weekAt: now } }, { ids: ['1'], ...both }, ['1']],
  ['a new answer is wanted', { 1: { last: 5, lastAt: now } }, { ids: ['1'], last: true, fresh: true }, ['1']],
  ['more than twenty', {}, { ids: ids(30), last: true }, ids(20)],
  ['more than twenty, by a press', {}, { ids: ids(30), last: true, fresh: true }, ids(30)],
  ['the week of more than twenty', {}, { ids: ids(30), week: true }, ids(30)],
])('what is asked for: %s', async (_what, before, input, asked) => {
  await known(before);
  await readHits(input, { account });
  expect(service.asked.map((one) => one.ids)).toEqual(asked.length ? [asked] : []);
});

test.each<[what: string, second: string, after: number, asked: number[]]>([
  ['two lists at once', account, 0, [15, 5]],
  ['lists of two connections', `${account}2`, minute - 1, [15, 5]],
  ['another service', 'b', 0, [15, 15]],
  ['a minute later', account, minute, [15, 15]],
])('of one service twenty are asked for in a minute: %s', async (_what, second, after, asked) => {
  const first = readHits({ ids: ids(15), last: true }, { account });
  if (after) await first;
  vi.setSystemTime(now + after);
  await Promise.all([first, readHits({ ids: ids(15, 15), last: true }, { account: second })]);
  expect(service.asked.map((one) => one.ids.length)).toEqual(asked);
});

test('a number that nobody asked for is kept', async () => {
  service.answers = [[{ id: '1', week: 12 }]];
  expect(await readHits({ ids: ['1'], last: true }, { account })).toEqual({
    1: { lastAt: now, week: 12, weekAt: now },
  });
});

test('an answer is kept, also what may not be known and what nobody asked for, but nothing of what was not reached', async () => {
  const weekAt = now - 30 * minute;
  await known({ 1: { week: 7, weekAt }, 2: { week: 7, weekAt: now - hour } });
  service.answers = [
    [{ id: '1', last: 5 }, { id: '2' }],
    [
      { id: '1', week: 2 },
      { id: '9', week: 3 },
    ],
  ];
  expect(await readHits({ ids: ['1', '2', '3'], last: true }, { account })).toEqual({
    1: { last: 5, lastAt: now, week: 7, weekAt },
    2: { lastAt: now },
  });
  expect(await readHits({ ids: ['1'], week: true, fresh: true }, { account })).toEqual({
    1: { last: 5, lastAt: now, week: 2, weekAt: now },
  });
  expect(await get(hitsOf(account))).toMatchObject({ 2: { lastAt: now }, 9: { week: 3, weekAt: now } });
});

test('an answer to an earlier request does not replace that to a later one', async () => {
  const earlier = Promise.withResolvers<Hits[]>();
  service.answers = [earlier.promise, [{ id: '1', last: 7, week: 2 }]];
  const list = readHits({ ids: ['1'], last: true }, { account });
  await vi.waitFor(() => expect(service.asked).toHaveLength(1));
  vi.setSystemTime(now + minute);
  await readHits({ ids: ['1'], last: true, fresh: true }, { account });
  earlier.resolve([{ id: '1', last: null, week: 0 }]);
  expect(await list).toEqual({ 1: { last: 7, lastAt: now + minute, week: 2, weekAt: now + minute } });
});

test('what was noted before the clock was set back is replaced', async () => {
  await known({ 1: { last: 7, lastAt: now + hour, week: 2, weekAt: now + hour } });
  service.answers = [[{ id: '1', last: 5, week: 1 }]];
  const hits = await readHits({ ids: ['1'], last: true }, { account });
  expect(hits).toEqual({ 1: { last: 5, lastAt: now, week: 1, weekAt: now } });
});

test('a service that asked for a wait is not asked by a list', async () => {
  const busy = (limit: RateLimit) => responseReceived(limit, 429, () => '300', now, now);
  await changeRateLimit(`https://${account}${service.count}.example`, busy);
  await readHits({ ids: ['1'], last: true }, { account });
  expect(service.asked).toEqual([]);
  await readHits({ ids: ['1'], last: true, fresh: true }, { account });
  expect(service.asked).toHaveLength(1);
});

test('what cannot be asked is not noted', async () => {
  service.answers = [new ApiError({ kind: 'network' })];
  await expect(readHits({ ids: ['1'], last: true }, { account })).rejects.toThrow();
  expect(await get(hitsOf(account))).toEqual({});
});

test('nothing is asked in a private window', async () => {
  await expect(readHits({ ids: ['1'], last: true }, { account, private: true })).rejects.toThrow();
  expect(service.asked).toEqual([]);
});

test('what was asked for first goes first', async () => {
  await known(Object.fromEntries(ids(10_000).map((id, i) => [id, { week: 1, weekAt: now - hour - i }])));
  service.answers = [[{ id: 'new' }]];
  await readHits({ ids: ['new'], last: true }, { account });
  const kept = await get(hitsOf(account));
  expect([Object.keys(kept).length, kept.new, kept[9999]]).toEqual([10_000, { lastAt: now }, undefined]);
});

test('what is stored goes with its account', async () => {
  await known({ 1: { lastAt: 4 }, 3: { last: null, lastAt: 4 } });
  await dropHits((one) => one !== account);
  expect(Object.keys(await get(hitsOf(account)))).toHaveLength(2);
  await dropHits((one) => one === account);
  expect(await get(hitsOf(account))).toEqual({});
});
