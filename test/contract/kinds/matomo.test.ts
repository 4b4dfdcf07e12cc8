import { describe, expect, it, test } from 'vitest';
import { type Connection, call, identify, type OperationName } from '../../../lib/services/index.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { html } from '../../sandbox/kinds/standIn.ts';
import { inPath, kindOf, problemOf } from '../../unit/services/helpers.ts';
import { connected, connectionTo, shared } from '../services.ts';

const matomo = await shared(startMatomo());
const connection = connectionTo('matomo', matomo);
/** Starts another Matomo, and returns it with its connection. */
const another = (options: Parameters<typeof startMatomo>[0]) => connected('matomo', startMatomo(options));
const find = (host: string, to: Connection = connection) => call('websites.find', { host }, to);
/** Returns the input of each operation on one website. */
const inputs = (id: string) => ({
  'websites.list': {},
  'websites.find': { host: 'one.example' },
  'websites.show': { id },
  'websites.create': { domain: 'two.example' },
  'websites.update': { id, exclude_ips: [] },
  'websites.delete': { id },
});
const names = Object.keys(inputs('')) as (keyof ReturnType<typeof inputs>)[];
const play = (name: OperationName, id: string, to: Connection) =>
  call(name, inputs(id)[name as 'websites.show'] as never, to);

describe('the client', () => {
  it('recognises it without a key', async () => {
    expect(await identify(matomo.url)).toBe('matomo');
    expect(matomo.log.some(({ body }) => body.includes('token_auth'))).toBe(false);
  });

  it('is not at the address of one of its pages, though that answers', async () => {
    expect(await identify(`${matomo.url}/index.php`)).toBeUndefined();
  });
  it('lies in a path', async () => {
    const within = inPath('/stats/matomo');
    const it = { ...connection, url: `${matomo.url}/stats/matomo` };
    expect(await identify(it.url, within)).toBe('matomo');
    const made = await call('websites.create', { domain: 'a.example' }, it, within);
    expect(await call('websites.find', { host: 'a.example' }, it, within)).toMatchObject({ items: [made] });
  });

  it('creates, shows, changes, lists and deletes a website', async () => {
    const lists = { exclude_params: ['fbclid', 'gclid'], exclude_ips: ['1.2.3.4'] };
    const made = await call('websites.create', { domain: 'a.example', ...lists }, connection);
    expect(made).toEqual({ id: expect.any(String), domain: 'a.example', hosts: ['a.example'], ...lists });
    const id = made?.id ?? '';
    const shown = { ...made, created_at: expect.stringMatching(/Z$/) };
    expect(await call('websites.show', { id }, connection)).toEqual(shown);
    const changed = { ...shown, exclude_ips: ['5.6.7.*'] };
    expect(await call('websites.update', { id, exclude_ips: ['5.6.7.*'] }, connection)).toEqual(changed);
    const cleared = { exclude_params: [], exclude_ips: [] };
    expect(await call('websites.update', { id, ...cleared }, connection)).toEqual({ ...shown, ...cleared });
    expect(await call('websites.list', {}, connection)).toMatchObject({ items: [{ id }], total: 1, more: false });
    expect(await call('websites.delete', { id }, connection)).toBeUndefined();
    for (const name of ['websites.delete', 'websites.show', 'websites.update'] as const)
      expect(await kindOf(play(name, id, connection))).toBe('missing');
  });

  // Version 4 reports texts as HTML.
  test.each(['5.3.1', '4.16.1'])('changes what was meant and nothing else: %s', async (version) => {
    const { put, rows, to } = await another({ version });
    const id = put(['https://one.example', 'https://www.one.example'], {
      name: 'Tom & "Jerry"',
      excluded_ips: '1.2.3.4',
      excluded_parameters: 'a&b,"c"',
      excluded_user_agents: 'Bot/1',
      excluded_referrers: 'https://spam.example',
      sitesearch_keyword_parameters: 'q,s',
      sitesearch_category_parameters: 'cat',
    });
    const before = structuredClone(rows[0]);
    const after = await call('websites.update', { id, exclude_ips: ['9.9.9.9'] }, to);
    expect(rows[0]).toEqual({ ...before, excluded_ips: '9.9.9.9' });
    expect(after).toMatchObject({ name: 'Tom & "Jerry"', exclude_params: ['a&b', '"c"'] });
  });

  it('changes nothing where a list that this would clear is not told', async () => {
    const id = matomo.put(['https://one.example'], { excluded_parameters: undefined as never });
    expect(await kindOf(play('websites.update', id, connection))).toBe('shape');
    expect(matomo.log.filter(({ body }) => body.includes('updateSite'))).toEqual([]);
  });

  it('a site has several addresses: each of them is registered', async () => {
    matomo.put(['https://one.example', 'http://www.one.example', 'https://other.example/'], { name: 'One' });
    const hosts = ['one.example', 'www.one.example', 'other.example'];
    const items = [{ id: '100', domain: 'one.example', name: 'One', hosts }];
    for (const host of hosts) expect(await find(host)).toMatchObject({ complete: true, items });
    expect(await find('blog.one.example')).toEqual({ items: [], complete: true });
  });
  it('finds a name that is kept in other letters, and what lies in the same domain', async () => {
    matomo.put(['https://bücher.example']);
    matomo.put(['https://shop.one.example']);
    expect(await find('xn--bcher-kva.example')).toMatchObject({ items: [{ id: '100' }] });
    expect(await find('one.example')).toMatchObject({ complete: true, items: [{ hosts: ['shop.one.example'] }] });
  });
  it('a site without an address does not stand for its name', async () => {
    matomo.put([], { name: 'a.example' });
    const { items } = await call('websites.list', {}, connection);
    expect(items).toMatchObject([{ id: '100', domain: 'a.example#100', hosts: [] }]);
  });

  it('sorts and cuts the one list that there is', async () => {
    for (const name of ['c', 'a', 'd', 'b']) for (let n = 0; n < 4; n++) matomo.put([`https://${name}${n}.example`]);
    const input = { sort_by: 'domain', sort: 'asc', per_page: 10 } as const;
    const first = await call('websites.list', input, connection);
    expect(first).toMatchObject({ total: 16, more: true, next: '10' });
    const rest = await call('websites.list', { ...input, cursor: '10' }, connection);
    expect(rest).toMatchObject({ total: 16, more: false });
    const domains = [...first.items, ...rest.items].map(({ domain }) => domain);
    expect(domains).toEqual(matomo.rows.map(({ name }) => name).sort());
  });

  it('asks one thing at a time, the key in the form alone', async () => {
    const id = matomo.put(['https://one.example']);
    let [underWay, most] = [0, 0];
    const counted: typeof fetch = (...asked) => {
      most = Math.max(most, ++underWay);
      return fetch(...asked).finally(() => underWay--);
    };
    const it = [connection, { fetch: counted }] as const;
    await Promise.all([
      ...[1, 2, 3].map(() => call('websites.list', {}, ...it)),
      call('websites.find', { host: 'one.example' }, ...it),
      call('websites.update', { id, exclude_ips: ['1.2.3.4'] }, ...it),
      call('websites.create', { domain: 'two.example' }, ...it),
    ]);
    expect(most).toBe(1);
    for (const { method, path, query, headers, body } of matomo.log) {
      expect([method, path, `${query}`]).toEqual(['POST', '/index.php', '']);
      expect(JSON.stringify(headers)).not.toContain(matomo.key);
      expect(new URLSearchParams(body).getAll('token_auth')).toEqual([matomo.key]);
    }
  });
  it('shows doubles and nonsense as they are', async () => {
    for (const url of ['https://one.example', 'https://one.example', 'my site/a b']) matomo.put([url]);
    expect(await find('one.example')).toMatchObject({ complete: true, items: [{ id: '100' }, { id: '101' }] });
    const { items } = await call('websites.list', { sort: 'asc' }, connection);
    expect(items.map(({ domain }) => domain)).toEqual(['one.example', 'one.example', 'my site/a b']);
  });

  const wrong = { ...connection, key: 'ffffffffffffffffffffffffffffffff' };
  const bad = { id: '100', exclude_ips: ['nonsense'] };
  const refused: [what: string, act: () => Promise<unknown>, kind: string, says?: string][] = [
    ['a wrong key: list', () => play('websites.list', '100', wrong), 'auth'],
    ['a wrong key: find', () => play('websites.find', '100', wrong), 'auth'],
    ['a wrong key: create', () => play('websites.create', '100', wrong), 'auth'],
    ['every website at once', () => call('websites.delete', { id: 'all' }, connection), 'missing'],
    ['a privacy', () => call('websites.create', { domain: 'a.example', privacy: 1 }, connection), 'rejected'],
    ['a bad IP, and says so as text', () => call('websites.update', bad, connection), 'rejected', '"nonsense"'],
    ['a cursor of another kind', () => call('websites.list', { cursor: 'page=2' }, connection), 'rejected'],
  ];
  test.each(refused)('refuses %s', async (_what, act, kind, says = '') => {
    matomo.put(['https://one.example']);
    const problem = await problemOf(act());
    expect([problem.kind, problem.message ?? '']).toEqual([kind, expect.stringContaining(says)]);
    // Matomo's page for a wrong key is not taken for a login page.
    expect(problem).not.toHaveProperty('code');
    expect(matomo.rows).toHaveLength(1);
    expect(matomo.log.filter(({ body }) => body.includes('idSite=all'))).toEqual([]);
  });

  it('a page of a login wall in front of it says nothing about the key', async () => {
    matomo.put(['https://one.example']);
    for (const name of names) {
      matomo.fail(html(401));
      expect([name, await problemOf(play(name, '100', connection))]).toMatchObject([
        name,
        { kind: 'auth', code: 'html' },
      ]);
    }
  });

  it('a key that may view nothing is refused in the service’s words, however empty its list', async () => {
    const { put, rows, to } = await another({ rights: 'view' });
    const id = put(['https://one.example'], { access: 'none' });
    const before = structuredClone(rows);
    const message = "You can't access this resource as it requires view access for at least one website.";
    for (const name of names)
      expect([name, await problemOf(play(name, id, to))]).toEqual([name, { kind: 'forbidden', status: 401, message }]);
    expect(rows).toEqual(before);
  });

  it('tells a key that may not from one that is not accepted', async () => {
    const { put, rows, to } = await another({ rights: 'admin' });
    const id = put(['https://one.example']);
    const forbidden = { kind: 'forbidden', message: expect.stringContaining('superuser') };
    for (const name of ['websites.create', 'websites.delete'] as const)
      expect(await problemOf(play(name, id, to))).toMatchObject(forbidden);
    expect(await call('websites.update', { id, exclude_ips: ['1.2.3.4'] }, to)).toMatchObject({ id });
    expect(rows).toMatchObject([{ excluded_ips: '1.2.3.4' }]);
  });

  it('one of 101 whose change is refused is there still, though a list has 100 rows by default', async () => {
    for (let n = 0; n < 101; n++) matomo.put([`https://s${n}.example`]);
    expect(await kindOf(call('websites.update', { ...bad, id: '200' }, connection))).toBe('rejected');
  });

  describe('version 4, where a refusal is no HTTP error', () => {
    const old = async (rights: 'super' | 'admin') => {
      const { put, ...server } = await another({ version: '4.16.1', rights });
      return { ...server, id: put(['https://one.example', 'https://www.one.example']) };
    };
    it('is recognised, and read though its numbers are texts', async () => {
      const { id, to } = await old('super');
      expect(await identify(to.url)).toBe('matomo');
      const { items } = await find('www.one.example', to);
      expect(items).toMatchObject([{ id, hosts: ['one.example', 'www.one.example'] }]);
      expect(await call('websites.update', { id, exclude_ips: ['1.2.3.4'] }, to)).toMatchObject({ id });
      const made = await call('websites.create', { domain: 'a.example' }, to);
      expect(await call('websites.list', {}, to)).toMatchObject({ items: [{ id }, { id: made?.id }], total: 2 });
      expect(await call('websites.delete', { id }, to)).toBeUndefined();
      expect(await kindOf(call('websites.delete', { id }, to))).toBe('missing');
    });
    test.each(names)('a wrong key: %s', async (name) => {
      const { id, rows, to } = await old('super');
      // Matomo's page for a wrong key, instead of an answer, is not taken for a login page.
      const { kind, code } = await problemOf(play(name, id, { ...to, key: wrong.key }));
      expect([kind, code]).toEqual(['auth', undefined]);
      expect(rows).toHaveLength(1);
    });
    it('a wrong key, where several reads are answered by nothing at all', async () => {
      const { fail, to } = await old('super');
      fail({ status: 200, body: '[]' }, ({ body }) => body.includes('getBulkRequest'));
      expect(await kindOf(call('websites.list', {}, { ...to, key: wrong.key }))).toBe('auth');
    });
    it('a key that may not', async () => {
      const { id, to } = await old('admin');
      const forbidden = { kind: 'forbidden', message: expect.stringContaining('superuser') };
      for (const name of ['websites.create', 'websites.delete'] as const)
        expect(await problemOf(play(name, id, to))).toMatchObject(forbidden);
      expect(await kindOf(call('websites.update', { ...bad, id }, to))).toBe('rejected');
    });
  });
  it('the last website is not deleted, and Matomo says why', async () => {
    const { put, to } = await another({ isAlone: true });
    const message = expect.stringContaining('only registered website');
    const problem = await problemOf(call('websites.delete', { id: put([]) }, to));
    expect(problem).toMatchObject({ kind: 'rejected', message });
  });

  it('sends a create once, whatever becomes of its answer', async () => {
    matomo.fail('lose', ({ body }) => body.includes('addSite'));
    expect(await kindOf(call('websites.create', { domain: 'a.example' }, connection))).toBe('network');
    expect(matomo.rows).toHaveLength(1);
  });
});
