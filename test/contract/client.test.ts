import { describe, expect, it, test } from 'vitest';
import { call } from '../../lib/services/index.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import { problemOf } from '../unit/services/helpers.ts';
import { connectionTo, shared } from './services.ts';

const sandbox = await shared(
  startSandbox({
    key: 'made-up-key-for-tests-0052',
    seoKey: 'made-up-key-for-tests-0053',
    seoPort: 0,
    basePath: '/stats',
  }),
);
const connection = connectionTo('analyticsV1', sandbox);
const seo = { url: sandbox.seoUrl, key: sandbox.seoKey };

describe('the interface', () => {
  it('creates, shows, changes, lists and deletes a website', async () => {
    const created = await call('websites.create', { domain: 'a.example' }, connection);
    expect(created).toMatchObject({ domain: 'a.example', privacy: 1, email: 0, exclude_bots: 1, has_password: false });
    const id = created?.id ?? '';
    const changes = { privacy: 2, password: 'sécret & more', email: 1, exclude_bots: 0 } as const;
    const lists = { exclude_params: ['a', 'b c'], exclude_ips: ['192.0.2.1', '2001:db8::1'] };
    const updated = await call('websites.update', { id, ...changes, ...lists }, connection);
    const { password: _, ...reported } = changes;
    expect(updated).toMatchObject({ id, ...reported, has_password: true, exclude_ips: lists.exclude_ips });
    const stored = { exclude_params: 'a\nb c', exclude_ips: '192.0.2.1\n2001:db8::1' };
    expect(sandbox.websites()).toMatchObject([{ domain: 'a.example', ...changes, ...stored }]);
    expect(await call('websites.show', { id }, connection)).toEqual(updated);
    expect(await call('websites.list', {}, connection)).toEqual({ items: [updated], total: 1, more: false });
    await call('websites.update', { id, exclude_ips: [], exclude_params: [] }, connection);
    expect(sandbox.websites()).toMatchObject([{ privacy: 2, email: 1, exclude_params: null, exclude_ips: null }]);
    expect(await call('websites.delete', { id }, connection)).toBeUndefined();
    expect(sandbox.websites()).toEqual([]);
    for (const name of ['websites.delete', 'websites.show'] as const)
      expect(await problemOf(call(name, { id }, connection))).toMatchObject({ kind: 'missing', status: 404 });
  });

  it('lists and deletes projects', async () => {
    sandbox.addProject({ project: 'b.example', reports: 4, result: 71 });
    sandbox.addProject({ project: 'mün chen/a.example' });
    const { items } = await call('projects.list', { search: 'b.ex', sort_by: 'project', sort: 'asc' }, seo);
    expect(items).toEqual([{ project: 'b.example', reports: 4, result: 71, created_at: expect.any(String) }]);
    for (const project of ['mün chen/a.example', 'b.example']) await call('projects.delete', { project }, seo);
    expect(sandbox.projects()).toEqual([]);
  });

  it('asks each service by its own key, for JSON, without cookies', async () => {
    await call('websites.list', {}, connection);
    await call('projects.list', {}, seo);
    const facts = sandbox.log.map(({ key, keyOk, cookie, accept, path }) => ({ key, keyOk, cookie, accept, path }));
    const common = { keyOk: true, cookie: false, accept: 'application/json' };
    expect(facts).toEqual([
      { ...common, key: 'analytics', path: '/stats/api/v1/websites' },
      { ...common, key: 'seo', path: '/stats/api/v1/projects' },
    ]);
  });
});

describe('pages', () => {
  /** Reads all pages of a list, as long as they have new records. */
  async function walk() {
    const seen = new Set<string>();
    const pages = [];
    for (let cursor: string | undefined; pages.length < 6; ) {
      const input = { per_page: 10, sort: 'asc', ...(cursor ? { cursor } : {}) } as const;
      const page = await call('websites.list', input, connection);
      const before = seen.size;
      for (const { id } of page.items) seen.add(id);
      pages.push(page);
      cursor = page.next;
      if (!cursor || seen.size === before) break;
    }
    return { seen: seen.size, pages };
  }

  it('lead through all', async () => {
    sandbox.addWebsites(25);
    const { seen, pages } = await walk();
    expect(seen).toBe(25);
    expect(pages.map(({ items, more }) => [items.length, more])).toEqual([
      [10, true],
      [10, true],
      [5, false],
    ]);
  });

  test.each([
    ['none', [{ more: true }]],
    // Behind a proxy, a service may not know its own address.
    ['next-elsewhere', [{ more: true }, { more: true }, { more: false }]],
  ] as const)('%s says that there is more, and leads nowhere else', async (paging, expected) => {
    sandbox.addWebsites(25);
    sandbox.behave({ paging });
    const { pages } = await walk();
    expect(pages).toMatchObject(expected);
    const way = { path: '/stats/api/v1/websites', keyOk: true };
    expect(sandbox.log.map(({ path, keyOk }) => ({ path, keyOk }))).toEqual(expected.map(() => way));
  });

  it('as many rows as a page may have are no end where pages are capped', async () => {
    sandbox.addWebsites(30);
    sandbox.behave({ cap: 25, paging: 'none' });
    const { items, more, next } = await call('websites.list', { per_page: 100 }, connection);
    expect({ rows: items.length, more, next }).toEqual({ rows: 25, more: true });
    sandbox.behave({ cap: 25, paging: 'links' });
    const first = await call('websites.list', { per_page: 100 }, connection);
    const rest = await call('websites.list', { per_page: 100, cursor: first.next ?? '' }, connection);
    expect([first.more, rest.items.length, rest.more]).toEqual([true, 5, false]);
  });

  test.each([
    // Only the whole list proves that the host is not registered in capitals either.
    ['substring', { complete: true }, { complete: false, why: 'letter-case' }],
    // Rows that do not match show that the service ignores the search, so a second record may exist.
    ['ignored', { complete: false, why: 'stopped' }, { complete: true }],
  ] as const)('a host is found where search is %s', async (search, found, absent) => {
    sandbox.addWebsites(20);
    const id = String(sandbox.addWebsite({ domain: 'shop.example.com' }).id);
    sandbox.behave({ search });
    const find = (host: string) => call('websites.find', { host }, connection);
    expect(await find('shop.example.com')).toEqual({ items: [expect.objectContaining({ id })], ...found });
    expect(await find('absent.example.com')).toEqual({ items: [], ...absent });
  });
});
