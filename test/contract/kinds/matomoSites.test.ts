import { describe, expect, it, test } from 'vitest';
import { call } from '../../../lib/services/index.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { problemOf } from '../../unit/services/helpers.ts';
import { connectionTo, own, shared } from '../services.ts';

const matomo = await shared(startMatomo());
const to = (server: typeof matomo) => connectionTo('matomo', server);
const find = (host: string, server: typeof matomo) => call('websites.find', { host }, to(server));
const ofUser = (rights: 'view' | 'write' | 'admin') => own(startMatomo({ rights }));
/** Returns the methods of a request, including those within several calls. */
const methodsIn = (body: string) =>
  [...new URLSearchParams(body)]
    .map(([name, value]) => (name.startsWith('urls[') ? new URLSearchParams(value).get('method') : ''))
    .filter(Boolean);

describe('each host of a website is registered', () => {
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
    const { items } = await call('websites.list', {}, to(matomo));
    expect(items[1]).toMatchObject({ id, hosts: { length: urls.length } });
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
    const server = await ofUser(rights);
    const id = server.put(['https://one.example/shop', 'https://www.one.example'], { excluded_ips: '1.2.3.4' });
    server.put(['https://secret.example'], { access: 'none' });
    const website = { id, hosts: ['one.example', 'www.one.example'], exclude_ips: ['1.2.3.4'], locked };
    const list = await call('websites.list', {}, to(server));
    expect(list).toMatchObject({ items: [website], total: 1, more: false });
    expect(list).not.toHaveProperty('unread');
    for (const host of website.hosts)
      expect(await find(host, server)).toMatchObject({ complete: true, items: [website] });
    expect(await call('websites.show', { id }, to(server))).toMatchObject(website);
    expect(await find('other.example', server)).toEqual({ complete: true, items: [] });
  });

  it('beside what it may change', async () => {
    const server = await ofUser('admin');
    const [viewed, managed] = [
      server.put(['https://one.example'], { access: 'view' }),
      server.put(['https://two.example']),
    ];
    const { items, total } = await call('websites.list', { sort_by: 'domain', sort: 'asc' }, to(server));
    expect([items.map(({ id, locked }) => [id, locked]), total]).toEqual([
      [
        [viewed, locked],
        [managed, undefined],
      ],
      2,
    ]);
    expect(await call('websites.show', { id: managed }, to(server))).not.toHaveProperty('locked');
    expect(server.log.slice(0, 2).map(({ body }) => methodsIn(body))).toEqual([
      ['SitesManager.getSitesWithAdminAccess', 'SitesManager.getSitesIdWithAtLeastViewAccess'],
      ['SitesManager.getSitesWithAtLeastViewAccess', 'SitesManager.getSiteUrlsFromId'],
    ]);
  });

  it('is found, sorted, counted and cut as any other', async () => {
    const server = await ofUser('view');
    for (let n = 0; n < 101; n++) server.put([`https://s${n}.example`]);
    const first = await call('websites.list', { sort: 'asc', per_page: 100 }, to(server));
    expect([first.items.length, first.total, first.next, first.unread]).toEqual([100, 101, '100', undefined]);
    const { items } = await call('websites.list', { search: 's77' }, to(server));
    expect(items).toMatchObject([{ domain: 's77.example', locked }]);
  });

  it('so many that not all their addresses are read: nothing is absent', async () => {
    const server = await ofUser('view');
    for (let n = 0; n < 502; n++) server.put([`https://s${n}.example`, 'https://www.example.org/a']);
    const list = await call('websites.list', { per_page: 10 }, to(server));
    expect([list.total, list.unread]).toEqual([502, 2]);
    expect(await find('s501.example', server)).toMatchObject({ complete: false, items: [{ domain: 's501.example' }] });
  });

  it('a change is refused in the service’s own words', async () => {
    const server = await ofUser('view');
    const id = server.put(['https://one.example']);
    const refusal = async (change: Promise<unknown>, access: string) => {
      const message = `You can't access this resource as it requires ${access}.`;
      expect(await problemOf(change)).toEqual({ kind: 'forbidden', status: 401, message });
    };
    await refusal(call('websites.create', { domain: 'a.example' }, to(server)), "a 'superuser' access");
    await refusal(call('websites.delete', { id }, to(server)), "a 'superuser' access");
    const update = call('websites.update', { id, exclude_ips: [] }, to(server));
    await refusal(update, "'admin' access for the website id = 100");
  });
});
