import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { getDefaultPassword, keyStores } from '@/lib/background/keys.ts';
import { connectionLock } from '@/lib/background/request.ts';
import { auditRepeats } from '@/lib/storage/auditRepeats.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { connections, get, set, update } from '@/lib/storage/settings.ts';
import { askAsPage } from './ask.ts';
import { turnedAway } from './service.ts';

const url = 'https://a.example';
const keys = { first: 'first-made-up-key-0001', second: 'second-made-up-key-0002', third: 'third-made-up-key-0003' };
type Name = keyof typeof keys;
const nameOf = (key: string) => Object.entries(keys).find(([, value]) => value === key)?.[0] as Name;

/** Requests that wait for their answer, by the name of their key. */
const held = new Map<Name, (answer: Response) => void>();
let slow: Name | undefined;
const accepted = () => Response.json({ data: [] });
const refused = () => Response.json({ message: 'No.' }, { status: 401 });

const save = ({ read, ...more }: { read?: string; key?: string }) =>
  askAsPage('connection.save', {
    services: { analytics: { url, ...more } },
    keep: 'always',
    ...(read === undefined ? {} : { read }),
  });
const forget = () => askAsPage('keys.forget', { service: 'analytics' });
const until = (name: Name) => vi.waitUntil(() => held.has(name));
const kept = async () => nameOf((await get(keyStores.always))['main:analytics']?.key ?? '');

beforeEach(() => {
  held.clear();
  slow = undefined;
  vi.stubGlobal('fetch', async (url: string, { headers = {} }: RequestInit) => {
    const name = nameOf((new Headers(headers).get('authorization') ?? '').replace('Bearer ', ''));
    if (slow && name === slow) return new Promise((resolve) => held.set(name, resolve));
    return turnedAway(url, { headers }) ?? accepted();
  });
});

/** What is done while a save tests a key, and the key that is kept afterwards. */
test.each<[string, saved: object, slowKey: Name, meanwhile: () => Promise<unknown>, kept: Name | undefined]>([
  ['the stored key is forgotten', {}, 'first', forget, undefined],
  ['a typed key is forgotten', { key: keys.second }, 'second', forget, undefined],
  ['another key is saved', {}, 'first', () => save({ key: keys.second }), 'second'],
])('while a save tests, %s: that stays so', async (_what, saved, slowKey, meanwhile, left) => {
  await save({ key: keys.first });
  slow = slowKey;
  const late = save(saved);
  await until(slowKey);
  await meanwhile();
  const { list } = await get(connections);
  held.get(slowKey)?.(accepted());
  expect(await late).toMatchObject({ ok: false });
  expect([await kept(), (await get(connections)).list]).toEqual([left, list]);
});

test('a key that could not be stored is stored by the next save, although the connection is stored by then', async () => {
  const { local } = fakeBrowser.storage;
  const write = local.set.bind(local) as (items: object) => Promise<void>;
  const writing = vi.spyOn(local, 'set').mockImplementation((async (items: object) => {
    if ('keys' in items) throw new Error('QUOTA_BYTES quota exceeded');
    return write(items);
  }) as never);
  const fault = { ok: false, problem: { kind: 'setup', code: 'fault' } };
  expect([await save({ key: keys.first, read: '' }), await kept()]).toEqual([fault, undefined]);
  writing.mockRestore();
  expect(await save({ key: keys.first, read: '' })).toMatchObject({ ok: true });
  expect(await kept()).toBe('first');
});

test('rules that a page stores as a save ends are kept', async () => {
  await save({ key: keys.first });
  slow = 'first';
  const late = save({});
  await until('first');
  const { local } = fakeBrowser.storage;
  const read: (name: unknown) => Promise<object> = local.get as never;
  const rules = ['*.client.example'];
  const reading = vi.spyOn(local, 'get').mockImplementation((async (name: unknown) => {
    if (name !== 'keys') return read(name);
    reading.mockRestore();
    await update(connections, (all) => ({ ...all, list: all.list.map((one) => ({ ...one, rules })) }));
    return read(name);
  }) as never);
  held.get('first')?.(accepted());
  expect(await late).toMatchObject({ ok: true });
  expect((await get(connections)).list).toMatchObject([{ analyticsUrl: url, rules }]);
});

test('one that is discarded while its first save tests it stays away, and can be set up afterwards', async () => {
  slow = 'first';
  const late = save({ key: keys.first });
  await until('first');
  await askAsPage('connection.remove', { connection: 'main' });
  held.get('first')?.(accepted());
  expect(await late).toMatchObject({ ok: false, problem: { code: 'other-service' } });
  expect([await kept(), await get(connections)]).toEqual([undefined, { list: [] }]);
  expect(await save({ key: keys.second })).toMatchObject({ ok: true });
  expect(await kept()).toBe('second');
});

test('a test of the connection before does not report on the one that took its place', async () => {
  await save({ key: keys.first });
  slow = 'first';
  const late = askAsPage('connection.test', {});
  await until('first');
  await save({ key: keys.second });
  held.get('first')?.(refused());
  await late;
  expect(await get(lastReportOf('main'))).toMatchObject({ report: { analytics: { ok: true } } });
});

test('a key that is forgotten while another is being stored takes along what belongs to that one', async () => {
  await save({ key: keys.first });
  const repeat = { account: 'other', every: 'week', sites: [], job: 'j', next: 1 } as const;
  const forgotten = Promise.withResolvers<unknown>();
  await navigator.locks.request(connectionLock, async () => {
    forgotten.resolve(forget());
    const isOurs = ({ name = '' }: LockInfo) => name.startsWith(`${expect.getState().testPath} `);
    await vi.waitFor(async () => expect((await navigator.locks.query()).pending?.filter(isOurs)).toHaveLength(1));
    await update(connections, ({ list }) => ({ list: list.map((one) => ({ ...one, account: 'other' })) }));
    await set(auditRepeats, [repeat]);
  });
  await forgotten.promise;
  const [{ account = '' } = {}] = (await get(connections)).list;
  expect(await get(auditRepeats)).toMatchObject([{ ...repeat, account }]);
});

test('a default password that is stored as a save stores its key stays', async () => {
  await save({ key: keys.first });
  const { local } = fakeBrowser.storage;
  const write = local.set;
  const password = 'made-up-password';
  const writing = vi.spyOn(local, 'set').mockImplementation(async (items: object) => {
    if ('keys' in items) {
      writing.mockRestore();
      await askAsPage('keys.defaultPassword', { connection: 'main', password });
    }
    return write(items);
  });
  const input = { services: { analytics: { url, key: keys.second } }, own: { name: 'Mine' }, keep: 'always' };
  expect(await askAsPage('connection.save', input)).toMatchObject({ ok: true });
  expect((await get(connections)).list).toMatchObject([{ name: 'Mine', defaults: { hasPassword: true } }]);
  expect(await getDefaultPassword('main')).toBe(password);
});
