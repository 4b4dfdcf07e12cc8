import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Connection, call } from '../../lib/services/index.ts';
import { pagings } from '../sandbox/paging.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';

let sandbox: Sandbox;
let connection: Connection;

beforeAll(async () => {
  sandbox = await startSandbox({ key: 'made-up-key-for-tests-0055', basePath: '/stats' });
  connection = { url: sandbox.url, key: sandbox.key };
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

/** Every page that a list leads to, as long as it leads to new records. */
async function walk() {
  const seen = new Set<string>();
  const pages = [];
  for (let cursor: string | undefined; pages.length < 6; ) {
    const page = await call('websites.list', { per_page: 10, sort: 'asc', ...(cursor ? { cursor } : {}) }, connection);
    const before = seen.size;
    for (const { id } of page.items) seen.add(id);
    pages.push(page);
    cursor = page.next;
    if (!cursor || seen.size === before) break;
  }
  return { seen: seen.size, pages };
}

const honest = [
  'links',
  'links-relative',
  'links-query-only',
  'link-header',
  'next_page_url',
  'meta.next',
  'meta',
  'total-too-large',
  'total-zero',
  'total-negative',
] as const;
test.each(honest)('%s leads through all pages', async (paging) => {
  sandbox.addWebsites(25);
  sandbox.behave({ paging });
  const { seen, pages } = await walk();
  expect(seen).toBe(25);
  expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 5]);
  expect(pages.slice(0, 2).map(({ more }) => more)).toEqual([true, true]);
  if (paging !== 'total-too-large') expect(pages[2]?.more).toBe(false);
});

const others = (Object.keys(pagings) as (keyof typeof pagings)[]).filter(
  (name) => !(honest as readonly string[]).includes(name),
);
test.each(others)('%s says that there is more, and leads nowhere else', async (paging) => {
  sandbox.addWebsites(25);
  sandbox.behave({ paging });
  const { pages } = await walk();
  expect(pages[0]?.more).toBe(true);
  expect(pages[0]?.next === undefined).toBe(!['same-page', 'always-next'].includes(paging));
  expect(pages.length).toBeLessThanOrEqual(4);
  expect(new Set(sandbox.log.map(({ path }) => path))).toEqual(new Set(['/stats/api/v1/websites']));
  expect(new Set(sandbox.log.map(({ keyOk }) => keyOk))).toEqual(new Set([true]));
});

test.each([...honest, ...others])('%s: one short page is all there is', async (paging) => {
  sandbox.addWebsites(3);
  sandbox.behave({ paging });
  const { items, more, next } = await call('websites.list', {}, connection);
  expect(items).toHaveLength(3);
  if (!['always-next', 'total-too-large', 'same-page', 'next-not-text'].includes(paging))
    expect({ more, next }).toEqual({ more: false });
});

test.each([10, 25, 50])('as many rows as a page may have are no end where %d is the most of a page', async (cap) => {
  sandbox.addWebsites(cap + 5);
  sandbox.behave({ cap, paging: 'none' });
  const { items, more, next } = await call('websites.list', { per_page: 100 }, connection);
  expect({ rows: items.length, more, next }).toEqual({ rows: cap, more: true });
  sandbox.behave({ cap, paging: 'links' });
  const first = await call('websites.list', { per_page: 100 }, connection);
  const rest = await call('websites.list', { per_page: 100, cursor: first.next ?? '' }, connection);
  expect([first.more, rest.items.length, rest.more]).toEqual([true, 5, false]);
});

test.each(['substring', 'prefix', 'ignored', 'case-sensitive'] as const)(
  'a host is found where search is %s',
  async (search) => {
    sandbox.addWebsites(20);
    const { id } = sandbox.addWebsite({ domain: 'shop.example.com' });
    sandbox.behave({ search });
    // Rows that were not asked for show that the search is none: whether there is a second one stays open.
    const verdict = search === 'ignored' ? { complete: false, why: 'stopped' } : { complete: true };
    const found = { items: [expect.objectContaining({ id: String(id) })], ...verdict };
    expect(await call('websites.find', { host: 'shop.example.com' }, connection)).toEqual(found);
    // Only the whole list shows that there is none in capitals either.
    const none = search === 'ignored' ? { complete: true } : { complete: false, why: 'letter-case' };
    const absent = await call('websites.find', { host: 'absent.example.com' }, connection);
    expect(absent).toEqual({ items: [], ...none });
  },
);
