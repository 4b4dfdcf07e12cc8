import { beforeEach, expect, test, vi } from 'vitest';
import { useOwnSite } from '@/entrypoints/popup/site/useOwnSite.ts';
import type { Kind } from '@/lib/services/traits.ts';
import { clearRecords, putWebsites } from '../records/seed.ts';
import { loaded, openPage } from './hooked.ts';
import { connectionOf, website } from './tabProps.ts';

vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));

beforeEach(async () => {
  openPage();
  await clearRecords();
  await putWebsites('of a', [website('1')]);
  await putWebsites('of b', [website('2')]);
});

const at = 'https://stats.example';
const cloud = 'https://api.umami.is';
const of = (analyticsUrl: string, kind: Kind = 'umami') => ({ analyticsUrl, kind });
const query = { ...of(at), templates: { statisticsUrl: '{base_url}?site={domain}' } };
const own = (id: string, connection: string) => ({ host: `${id}.example`, connection });

test.each<[string, page: string, a: object, b: object, site: object | undefined]>([
  ['the only account there', `${at}/websites/1`, of(at), of('https://other.example'), own('1', 'a')],
  ['the second of two accounts there', `${at}/websites/2`, of(at), of(at), own('2', 'b')],
  ['a service below another one', `${at}/b/websites/2`, of(at), of(`${at}/b`), own('2', 'b')],
  [
    'a service whose pages are elsewhere',
    'https://cloud.umami.is/websites/1',
    of(cloud, 'umamiCloud'),
    of(at),
    own('1', 'a'),
  ],
  ['an account whose pages differ in a parameter alone', `${at}/?site=2.example`, of(at), query, own('2', 'b')],
  ['no account there', `${at}/websites/1`, of('https://other.example'), of(at), undefined],
  ['no site', `${at}/settings`, of(at), of(at), undefined],
  ['no web address', '', of(at), of(at), undefined],
])('a page that shows the statistics of a site of %s', async (_what, url, a, b, site) => {
  const connections = { list: [connectionOf('a', a), connectionOf('b', b)] };
  const hook = await loaded(useOwnSite, { url, connections });
  expect(hook.now()).toEqual(site);
});
