import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveKey } from '@/lib/background/keys.ts';
import { rateLimitOf } from '@/lib/background/rateLimits.ts';
import { knownHosts } from '@/lib/background/records/records.ts';
import { mayCreateAgain } from '@/lib/background/websites/register.ts';
import { lastChange } from '@/lib/messages/changes.ts';
import type { Website } from '@/lib/services/index.ts';
import { refreshesNow, refreshOf } from '@/lib/storage/refresh.ts';
import { connections, get, update } from '@/lib/storage/settings.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { leaveCreate } from '../jobs/left.ts';
import { askAsPage } from './ask.ts';

let umami: Awaited<ReturnType<typeof startUmami>>;
let matomo: Awaited<ReturnType<typeof startMatomo>>;
beforeAll(async () => {
  [umami, matomo] = await Promise.all([startUmami(), startMatomo()]);
});
beforeEach(() => {
  umami.reset();
  matomo.reset();
});
afterAll(() => Promise.all([umami.close(), matomo.close()]));

interface Heard {
  method: string;
  path: string;
}
interface Server {
  url: string;
  key: string;
}
const connect = ({ url, key }: Server) =>
  askAsPage('connection.save', { services: { analytics: { url: url, key: key } }, keep: 'always' });
const account = async () => (await get(connections)).list[0]?.account ?? '';
const ask = async (name: string, input: object) => askAsPage(name, input, { account: await account() });
const register = (domain: string, more: object = {}) => ask('websites.create', { domain, ...more });

const servers = [
  ['umami', () => umami],
  ['matomo', () => matomo],
] as const;

test('the limit of a service that does not tell it is known before it is asked', async () => {
  expect(await rateLimitOf('https://api.umami.is/v1')).toEqual({ sent: [], limit: 50, window: 15_000 });
  expect(await rateLimitOf('https://umami.example')).toEqual({ sent: [] });
});

describe('a connection of another kind', () => {
  test.each(servers)('%s is found, and kept', async (kind, server) => {
    const found = { ok: true, value: { analytics: { ok: true, count: 0, more: false, kind } } };
    expect(await connect(server())).toEqual(found);
    expect((await get(connections)).list[0]?.kind).toBe(kind);
    const before = server().log.length;
    expect(await connect(server())).toEqual(found);
    // What is known is not asked about again.
    for (const { path } of server().log.slice(before)) expect(path).not.toMatch(/heartbeat|api\/v1/);
  });
  test('a new key goes to the kind that has replaced the one that was known', async () => {
    await connect(umami);
    await update(connections, ({ list, ...rest }) => ({
      ...rest,
      list: list.map((one) => ({ ...one, analyticsUrl: matomo.url })),
    }));
    await saveKey('main', 'analytics', { url: matomo.url, key: 'made-up-key-0001', keep: 'always' });
    const before = matomo.log.length;
    expect(await connect(matomo)).toMatchObject({ value: { analytics: { ok: true, kind: 'matomo' } } });
    for (const { headers } of matomo.log.slice(before)) expect(headers).not.toHaveProperty('authorization');
  });
});

test.each([
  [2, ['a.example']],
  [101, undefined],
])('of %s sites, one that was deleted elsewhere goes if one page has them all', async (count, left) => {
  const page = { sort_by: 'id', sort: 'desc', per_page: 100 };
  matomo.put(['https://a.example']);
  for (let at = 1; at < count; at++) matomo.put([`https://b${at}.example`]);
  await connect(matomo);
  await ask('websites.list', page);
  const of = await account();
  const stored = () => knownHosts(of);
  expect((await stored()).length).toBe(Math.min(count, 100));
  matomo.rows.splice(1, 1);
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 11 * 60_000);
  await ask('websites.list', page);
  if (left) await vi.waitFor(async () => expect(await stored()).toEqual(left), 5_000);
  else expect(refreshOf(await get(refreshesNow), of).state).toBe('none');
});

const carries = (key: string) => (heard: { body: string; headers: object }) =>
  (heard.body + JSON.stringify(heard.headers)).includes(key);
test.each(servers)(
  'a service that was saved although it did not answer gets its key when %s is recognised, and as that alone',
  async (kind, server) => {
    const { url, key, log: all } = server();
    // What another test sent with its own key may arrive late.
    const logNow = () => all.filter((heard) => !carries('another-made-up-key')(heard));
    const off = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await askAsPage('connection.save', { services: { analytics: { url, key } }, keep: 'always', anyway: true });
    const before = await get(connections);
    expect([before.list[0]?.kind, logNow()]).toEqual([undefined, []]);
    const list = async () => ask('websites.list', {});
    expect(await list()).toMatchObject({ ok: false, problem: { kind: 'network' } });
    for (const [, init] of off.mock.calls) expect(JSON.stringify([...new Headers(init?.headers)])).not.toContain(key);
    off.mockRestore();
    expect(await list()).toMatchObject({ ok: true });
    expect((await get(connections)).list[0]?.kind).toBe(kind);
    const log = logNow();
    const first = log.findIndex(carries(key));
    expect(log.slice(0, first).length).toBe(3);
    for (const { path, headers } of log.slice(first)) {
      expect(path).toMatch(kind === 'matomo' ? /^\/index\.php$/ : /^\/api\/(websites|me)/);
      expect('authorization' in headers).toBe(kind === 'umami');
    }
    await list();
    expect(logNow().slice(log.length).every(carries(key))).toBe(true);
  },
);

describe('the public address of a website', () => {
  const isOfOne = (wanted: string) => (heard: Heard) =>
    heard.method === wanted && heard.path.startsWith('/api/websites/');
  test.each([
    ['and the answer says so', () => {}],
    [
      'and no answer says anything of it',
      () => {
        for (const method of ['POST', 'GET']) umami.fail({ status: 200, body: '{}' }, isOfOne(method));
      },
    ],
  ])('is gone from open pages when it becomes private, %s', async (_what, fail) => {
    await connect(umami);
    const id = umami.put('shared.example', { shareId: 'aaaabbbbccccdddd' });
    fail();
    const made = await ask('websites.update', { id, privacy: 1 });
    expect(made).toMatchObject({ ok: true });
    expect(await get(lastChange)).toMatchObject({ kind: 'website', website: { id, privacy: 1, share_url: null } });
  });
  test('is another one when it becomes public again', async () => {
    await connect(umami);
    const id = umami.put('shared.example', { shareId: 'aaaabbbbccccdddd' });
    for (const privacy of [1, 0]) await ask('websites.update', { id, privacy });
    const [row] = umami.rows;
    expect(row?.shareId).not.toBe('aaaabbbbccccdddd');
    expect(await get(lastChange)).toMatchObject({ website: { share_url: `${umami.url}/share/${row?.shareId}` } });
  });
});

describe('registering', () => {
  const domain = 'shop.example.com';
  const defaults = { privacy: 2, email: 1, exclude_bots: 1, exclude_ips: ['192.0.2.1'] };
  test.each(servers)('at %s it is taken back only while it is as it was created', async (_kind, server) => {
    await connect(server());
    const made = await register(domain, defaults);
    const { website } = (made as { value: { website: Website } }).value;
    const row = server().rows[0] as { name: string };
    const sent = { ...defaults, privacy: 1 };
    const takeBack = () => ask('websites.delete', { id: website.id, domain, still: website, sent });
    Object.assign(row, { name: 'Named by a colleague' });
    expect(await takeBack()).toMatchObject({ problem: { code: 'changed-since' } });
    Object.assign(row, { name: domain });
    expect(await takeBack()).toMatchObject({ value: { outcome: 'deleted' } });
  });
  test('a further address keeps a site from being taken back', async () => {
    await connect(matomo);
    const made = await register(domain);
    const still = (made as { value: { website: Website } }).value.website;
    matomo.rows[0]?.urls.push('https://other.example');
    const asked = { id: String(matomo.rows[0]?.idsite), domain, still };
    expect(await ask('websites.delete', asked)).toMatchObject({ problem: { code: 'changed-since' } });
  });
  test.each(servers)('%s takes doubles: what a colleague registered meanwhile is found', async (_kind, server) => {
    await connect(server());
    await ask('site.check', { host: domain });
    const later = performance.now() + 2_000;
    vi.spyOn(performance, 'now').mockImplementation(() => later);
    if (server() === umami) umami.put(domain);
    else matomo.put([`https://${domain}`]);
    expect(await register(domain)).toMatchObject({ value: { outcome: 'already' } });
    expect(server().rows).toHaveLength(1);
  });
  test('one whose answers are lost is sent again under the same id', async () => {
    await connect(umami);
    const isCreate = ({ method, path }: Heard) => method === 'POST' && path === '/api/websites';
    for (const _twice of [1, 2]) umami.fail('lose', isCreate);
    expect(await register(domain)).toMatchObject({ ok: true, value: { website: { domain } } });
    expect(umami.rows).toHaveLength(1);
    const ids = umami.log.filter(isCreate).map(({ body }) => JSON.parse(body).id);
    expect(new Set(ids).size).toBe(1);
  });
  test.each([false, true])('one of a dead worker is confirmed; that ids are taken is known: %s', async (isKnown) => {
    await connect(umami);
    if (isKnown) await register('other.example.com');
    const id = umami.put(domain);
    await leaveCreate(await account(), domain, { id });
    expect(await mayCreateAgain(await account(), domain)).toBe(isKnown);
    expect(await register(domain)).toMatchObject({ value: { outcome: 'confirmed', website: { id } } });
    expect(umami.rows).toHaveLength(isKnown ? 2 : 1);
  });
});
