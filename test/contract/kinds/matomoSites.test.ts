import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { call } from '../../../lib/services/index.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { problemOf } from '../../unit/services/helpers.ts';

type Matomo = Awaited<ReturnType<typeof startMatomo>>;
const connectionTo = ({ url, key }: Matomo) => ({ kind: 'matomo', url, key }) as const;
const find = (host: string, matomo: Matomo) => call('websites.find', { host }, connectionTo(matomo));
/** The methods of a request, those in several reads too. */
const methodsIn = (body: string) =>
  [...new URLSearchParams(body)]
    .map(([name, value]) => (name.startsWith('urls[') ? new URLSearchParams(value).get('method') : ''))
    .filter(Boolean);

describe('each host of a website is registered', () => {
  let matomo: Matomo;
  beforeAll(async () => {
    matomo = await startMatomo();
  });
  beforeEach(() => matomo.reset());
  afterAll(() => matomo.close());

  test.each<[what: string, urls: string[], host: string]>([
    ['a path', ['https://second.example/shop'], 'second.example'],
    ['a port', ['http://third.example:8080'], 'third.example'],
    ['a port and a path', ['https://third.example:8443/a/b'], 'third.example'],
    ['a query', ['https://second.example/?shop=1'], 'second.example'],
    ['capital letters', ['https://Second.Example/Shop'], 'second.example'],
    ['a user', ['https://somebody@second.example/'], 'second.example'],
    ['another language', ['https://bücher.example/ä'], 'xn--bcher-kva.example'],
    ['another address with a path', ['https://one.example', 'https://second.example/shop'], 'second.example'],
    ['another address with a port', ['https://one.example', 'http://third.example:8080'], 'third.example'],
    ['a part that its patterns take for any sign', ['https://my_site.example/shop'], 'my_site.example'],
  ])('with %s', async (_what, urls, host) => {
    const id = matomo.put(urls);
    matomo.put(['https://other.example/second.example', 'https://myxsite.example']);
    expect(await find(host, matomo)).toMatchObject({ complete: true, items: [{ id, hosts: { length: urls.length } }] });
    expect((await call('websites.list', {}, connectionTo(matomo))).items[1]).toMatchObject({
      id,
      hosts: { length: urls.length },
    });
    expect(matomo.log).toHaveLength(2);
  });

  test.each(['shop.second.example', 'econd.example', 'other.example'])('but not %s', async (host) => {
    matomo.put(['https://second.example/other.example', 'https://myother.example/?other.example']);
    const { items, complete } = await find(host, matomo);
    expect([items.filter(({ hosts }) => hosts?.includes(host)), complete]).toEqual([[], true]);
  });

  it('is told by one request, whether there is one or not', async () => {
    matomo.put(['https://one.example']);
    for (const host of ['one.example', 'two.example']) await find(host, matomo);
    expect(matomo.log).toHaveLength(2);
  });
});

describe('what the key may not change is listed, locked', () => {
  const locked = 'not-allowed';
  test.each(['view', 'write'] as const)('by a user who may %s', async (rights) => {
    const own = await startMatomo({ rights });
    const id = own.put(['https://one.example/shop', 'https://www.one.example'], { excluded_ips: '1.2.3.4' });
    own.put(['https://secret.example'], { access: 'none' });
    const website = { id, hosts: ['one.example', 'www.one.example'], exclude_ips: ['1.2.3.4'], locked };
    const list = await call('websites.list', {}, connectionTo(own));
    expect(list).toMatchObject({ items: [website], total: 1, more: false });
    expect(list).not.toHaveProperty('unread');
    for (const host of website.hosts) expect(await find(host, own)).toMatchObject({ complete: true, items: [website] });
    expect(await call('websites.show', { id }, connectionTo(own))).toMatchObject(website);
    expect(await find('other.example', own)).toEqual({ complete: true, items: [] });
    await own.close();
  });

  it('beside what it may change', async () => {
    const own = await startMatomo({ rights: 'admin' });
    const [viewed, managed] = [own.put(['https://one.example'], { access: 'view' }), own.put(['https://two.example'])];
    const { items, total } = await call('websites.list', { sort_by: 'domain', sort: 'asc' }, connectionTo(own));
    expect([items.map(({ id, locked }) => [id, locked]), total]).toEqual([
      [
        [viewed, locked],
        [managed, undefined],
      ],
      2,
    ]);
    expect(await call('websites.show', { id: managed }, connectionTo(own))).not.toHaveProperty('locked');
    expect(own.log.slice(0, 2).map(({ body }) => methodsIn(body))).toEqual([
      ['SitesManager.getSitesWithAdminAccess', 'SitesManager.getSitesIdWithAtLeastViewAccess'],
      ['SitesManager.getSitesWithAtLeastViewAccess', 'SitesManager.getSiteUrlsFromId'],
    ]);
    await own.close();
  });

  it('is found, sorted, counted and cut as any other', async () => {
    const own = await startMatomo({ rights: 'view' });
    for (let n = 0; n < 101; n++) own.put([`https://s${n}.example`]);
    const first = await call('websites.list', { sort: 'asc', per_page: 100 }, connectionTo(own));
    expect([first.items.length, first.total, first.next, first.unread]).toEqual([100, 101, '100', undefined]);
    const { items } = await call('websites.list', { search: 's77' }, connectionTo(own));
    expect(items).toMatchObject([{ domain: 's77.example', locked }]);
    await own.close();
  });

  it('so many that not all their addresses are read: nothing is absent', async () => {
    const own = await startMatomo({ rights: 'view' });
    for (let n = 0; n < 502; n++) own.put([`https://s${n}.example`, 'https://www.example.org/a']);
    const list = await call('websites.list', { per_page: 10 }, connectionTo(own));
    expect([list.total, list.unread]).toEqual([502, 2]);
    expect(await find('s501.example', own)).toMatchObject({ complete: false, items: [{ domain: 's501.example' }] });
    await own.close();
  });

  it('a change is refused in the service’s own words', async () => {
    const own = await startMatomo({ rights: 'view' });
    const id = own.put(['https://one.example']);
    const changes = [
      [() => call('websites.create', { domain: 'a.example' }, connectionTo(own)), "a 'superuser' access"],
      [
        () => call('websites.update', { id, exclude_ips: [] }, connectionTo(own)),
        "'admin' access for the website id = 100",
      ],
      [() => call('websites.delete', { id }, connectionTo(own)), "a 'superuser' access"],
    ] as const;
    for (const [change, access] of changes)
      expect(await problemOf(change())).toEqual({
        kind: 'forbidden',
        status: 401,
        message: `You can't access this resource as it requires ${access}.`,
      });
    await own.close();
  });
});
