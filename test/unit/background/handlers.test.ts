import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Answer, Name } from '@/lib/messages/ask.ts';
import { lastChange } from '@/lib/messages/changes.ts';

const stats = 'https://stats.example.net';
const seo = 'https://seo.example.net';
const record = { id: '7', domain: 'shop.example.com', privacy: 0, password: null };

/** What the service answers, and which requests reached it. */
const service = { answers: [] as (() => Response)[], requests: [] as string[] };
const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

/** A worker just begun, connected; nothing in memory, storage as it was. */
async function begin() {
  vi.resetModules();
  const [{ askAsPage }, known, settings] = await Promise.all([
    import('./ask.ts'),
    import('@/lib/storage/siteCache.ts'),
    import('@/lib/storage/settings.ts'),
  ]);
  const ask = async (name: Name, input: unknown) => (await askAsPage(name, input)) as Answer<never>;
  return { ask, ...known, ...settings };
}

type Worker = Awaited<ReturnType<typeof begin>>;
let worker: Worker;

beforeEach(async () => {
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
  Object.assign(service, { answers: [], requests: [] });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    service.requests.push(`${method} ${url}`);
    return (service.answers.shift() ?? json({ data: [] }))();
  });
  vi.stubGlobal('navigator', { locks: { request: async (...given: unknown[]) => (given.at(-1) as () => unknown)() } });
  Object.assign(fakeBrowser, { permissions: { contains: async () => true } });
  worker = await begin();
  const apiKey = 'made-up-key-0001';
  service.answers = [json({ data: [] }), json({ data: [] })];
  await worker.ask('connection.save', { analyticsUrl: stats, seoUrl: seo, apiKey, seoApiKey: apiKey, keep: 'always' });
  Object.assign(service, { answers: [], requests: [] });
});
afterEach(() => vi.unstubAllGlobals());

const known = async () => await worker.cachedSitesPage(stats);
const learnt = async () => (await known()).map(({ host, privacy }) => `${host} ${privacy}`);
const told = () => worker.get(lastChange);

describe('what the service says is kept, to be shown at once the next time', () => {
  test('a list', async () => {
    service.answers = [json({ data: [record, { ...record, id: '8', domain: 'b.example', privacy: 1 }] })];
    expect(await worker.ask('websites.list', { per_page: 25 })).toMatchObject({ ok: true, value: { items: [{}, {}] } });
    expect(await learnt()).toEqual(['b.example 1', 'shop.example.com 0']);
    expect(service.requests).toEqual([`GET ${stats}/api/v1/websites?per_page=25`]);
  });

  test('one website', async () => {
    service.answers = [json({ data: record })];
    expect(await worker.ask('websites.show', { id: '7' })).toMatchObject({ ok: true, value: { id: '7' } });
    expect(await learnt()).toEqual(['shop.example.com 0']);
  });

  test('projects, by the other service', async () => {
    service.answers = [json({ data: [{ project: 'shop.example.com' }, { project: 'not a host' }] })];
    expect(await worker.ask('projects.list', {})).toMatchObject({ ok: true });
    expect([await worker.cachedSiteCount('projects', seo), await worker.cachedSiteCount('sites', seo)]).toEqual([1, 0]);
  });

  test('a list of projects without any host', async () => {
    expect(await worker.ask('projects.list', {})).toMatchObject({ ok: true, value: { items: [] } });
    expect(await worker.cachedSiteCount('projects', seo)).toBe(0);
  });

  test.each<[string, unknown[], object]>([
    ['registered', [record], { matches: [{ id: '7' }], twins: [] }],
    ['its twin is', [{ ...record, domain: 'www.shop.example.com' }], { matches: [], twins: [{ id: '7' }] }],
    ['it is not', [], { matches: [], twins: [] }],
  ])('whether a site is registered: %s', async (_name, data, value) => {
    service.answers = [json({ data })];
    expect(await worker.ask('site.check', { host: 'shop.example.com' })).toMatchObject({ ok: true, value });
    expect(await known()).toHaveLength(data.length);
  });

  test('a service that finds it on its second page is asked no further', async () => {
    const page = (number: number, data: unknown[]) => json({ data, meta: { current_page: number, last_page: 3 } });
    service.answers = [page(1, [{ id: '1', domain: 'a.example' }]), page(2, [record])];
    expect(await worker.ask('site.check', { host: 'shop.example.com' })).toMatchObject({ value: { matches: [{}] } });
    expect(service.requests).toHaveLength(2);
  });

  test('what the suffix list says of hosts needs no request', async () => {
    expect(await worker.ask('site.suffixes', { hosts: ['a.shop.co.uk', 'co.uk'] })).toMatchObject({
      ok: true,
      value: [{ registrable: 'shop.co.uk' }, { publicSuffix: 'icann' }],
    });
    expect(service.requests).toEqual([]);
  });
});

describe('a change', () => {
  beforeEach(async () => {
    service.answers = [json({ data: record })];
    await worker.ask('websites.show', { id: '7' });
  });

  test.each<[string, object, () => Response, string, object]>([
    ['the record comes back', { privacy: 1 }, json({ data: { ...record, privacy: 1 } }), '1', { privacy: 1 }],
    ['nothing comes back', { privacy: 1 }, () => new Response(null, { status: 204 }), '1', { privacy: 1 }],
    ['a password', { privacy: 2, password: 'made up' }, json({}), '2', { privacy: 2, has_password: true }],
    ['of something else', { email: 1 }, () => new Response(null, { status: 204 }), '0', { email: 1 }],
  ])('%s: known and told, but not the password', async (_name, fields, answer, privacy, website) => {
    service.answers = [answer];
    expect(await worker.ask('websites.update', { id: '7', ...fields })).toMatchObject({ ok: true });
    expect(await learnt()).toEqual([`shop.example.com ${privacy}`]);
    expect(await told()).toMatchObject({ base: stats, kind: 'website', website: { id: '7', ...website } });
    expect(JSON.stringify(await told())).not.toContain('made up');
  });

  test('that was refused changes nothing that is known', async () => {
    service.answers = [json({ message: 'no' }, 422)];
    expect(await worker.ask('websites.update', { id: '7', privacy: 1 })).toMatchObject({
      problem: { kind: 'rejected' },
    });
    expect(await learnt()).toEqual(['shop.example.com 0']);
  });

  test('from a private window is carried out, and nothing of it is kept', async () => {
    service.answers = [json({ data: { ...record, privacy: 1 } })];
    const { updateWebsite } = await import('@/lib/background/websites/writes.ts');
    expect(await updateWebsite({ id: '7', privacy: 1 }, { private: true })).toMatchObject({ privacy: 1 });
    expect([await learnt(), await told()]).toEqual([['shop.example.com 0'], undefined]);
  });

  test.each<[string, () => Response, object, number]>([
    ['deleted', () => new Response(null, { status: 204 }), { ok: true, value: { outcome: 'deleted' } }, 0],
    ['gone already', json({}, 404), { ok: true, value: { outcome: 'gone' } }, 0],
    ['refused', json({}, 403), { ok: false, problem: { kind: 'forbidden' } }, 1],
  ])('a website %s', async (_name, answer, expected, left) => {
    service.answers = [answer];
    expect(await worker.ask('websites.delete', { id: '7' })).toMatchObject(expected);
    expect(await known()).toHaveLength(left);
  });

  test.each<[string, string, number]>([
    ['a project', 'shop.example.com', 0],
    ['a project of another name', 'not a host', 1],
  ])('%s deleted is forgotten and told', async (_name, project, left) => {
    service.answers = [json({ data: [{ project: 'shop.example.com' }] }), () => new Response(null, { status: 204 })];
    await worker.ask('projects.list', {});
    expect(await worker.ask('projects.delete', { project })).toMatchObject({ value: { outcome: 'deleted' } });
    expect(await worker.cachedSiteCount('projects', seo)).toBe(left);
    expect(await told()).toMatchObject({ base: seo, kind: 'project-gone', project });
  });
});

test.each([
  ['made up', true],
  ['', false],
])(
  'the common password is kept by the worker; the settings say only whether there is one: "%s"',
  async (password, has) => {
    expect(await worker.ask('keys.defaultPassword', { password })).toEqual({ ok: true, value: null });
    expect(await worker.get(worker.defaults)).toMatchObject({ hasPassword: has });
    expect(JSON.stringify(await worker.get(worker.defaults))).not.toContain('made up');
  },
);

test('the whole list is read on demand, and stopped', async () => {
  service.answers = [json({ data: [record] })];
  expect(await worker.ask('registry.refresh', {})).toMatchObject({ ok: true, value: { state: 'running' } });
  await vi.waitFor(async () => expect(await learnt()).toEqual(['shop.example.com 0']));
  expect(await worker.ask('registry.stop', {})).toMatchObject({ ok: true });
});
