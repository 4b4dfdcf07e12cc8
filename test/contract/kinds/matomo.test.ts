import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { type Connection, call, identify } from '../../../lib/services/index.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { inPath, problemOf } from '../../unit/services/helpers.ts';

let matomo: Awaited<ReturnType<typeof startMatomo>>;
let connection: Connection;
beforeAll(async () => {
  matomo = await startMatomo();
  connection = { kind: 'matomo', url: matomo.url, key: matomo.key };
});
beforeEach(() => matomo.reset());
afterAll(() => matomo.close());

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
    expect(await call('websites.update', { id, exclude_ips: ['5.6.7.*'] }, connection)).toEqual({
      ...shown,
      exclude_ips: ['5.6.7.*'],
    });
    expect(await call('websites.update', { id, exclude_params: [], exclude_ips: [] }, connection)).toEqual({
      ...shown,
      exclude_params: [],
      exclude_ips: [],
    });
    expect(await call('websites.list', {}, connection)).toMatchObject({ items: [{ id }], total: 1, more: false });
    expect(await call('websites.delete', { id }, connection)).toBeUndefined();
    for (const gone of [
      call('websites.delete', { id }, connection),
      call('websites.show', { id }, connection),
      call('websites.update', { id, exclude_ips: [] }, connection),
    ])
      expect((await problemOf(gone)).kind).toBe('missing');
  });

  // Version 4 shows texts as HTML has them.
  test.each(['5.3.1', '4.16.1'])('changes what was meant and nothing else: %s', async (version) => {
    const own = await startMatomo({ version });
    const id = own.put(['https://one.example', 'https://www.one.example'], {
      name: 'Tom & "Jerry"',
      excluded_ips: '1.2.3.4',
      excluded_parameters: 'a&b,"c"',
      excluded_user_agents: 'Bot/1',
      excluded_referrers: 'https://spam.example',
      sitesearch_keyword_parameters: 'q,s',
      sitesearch_category_parameters: 'cat',
    });
    const before = structuredClone(own.rows[0]);
    const after = await call('websites.update', { id, exclude_ips: ['9.9.9.9'] }, { ...connection, url: own.url });
    expect(own.rows[0]).toEqual({ ...before, excluded_ips: '9.9.9.9' });
    expect(after).toMatchObject({ name: 'Tom & "Jerry"', exclude_params: ['a&b', '"c"'] });
    await own.close();
  });

  it('changes nothing where a list that this would clear is not told', async () => {
    const id = matomo.put(['https://one.example'], { excluded_parameters: undefined as never });
    expect((await problemOf(call('websites.update', { id, exclude_ips: [] }, connection))).kind).toBe('shape');
    expect(matomo.log.filter(({ body }) => body.includes('updateSite'))).toEqual([]);
  });

  it('a site has several addresses: each of them is registered', async () => {
    matomo.put(['https://one.example', 'http://www.one.example', 'https://other.example/'], { name: 'One' });
    for (const host of ['one.example', 'www.one.example', 'other.example']) {
      const found = await call('websites.find', { host }, connection);
      expect(found).toMatchObject({
        complete: true,
        items: [
          { id: '100', domain: 'one.example', name: 'One', hosts: ['one.example', 'www.one.example', 'other.example'] },
        ],
      });
    }
    expect(await call('websites.find', { host: 'blog.one.example' }, connection)).toEqual({
      items: [],
      complete: true,
    });
  });
  it('finds a name that is kept in other letters, and what lies in the same domain', async () => {
    matomo.put(['https://bücher.example']);
    matomo.put(['https://shop.one.example']);
    expect(await call('websites.find', { host: 'xn--bcher-kva.example' }, connection)).toMatchObject({
      items: [{ id: '100' }],
    });
    expect(await call('websites.find', { host: 'one.example' }, connection)).toMatchObject({
      complete: true,
      items: [{ hosts: ['shop.one.example'] }],
    });
  });
  it('a site without an address does not stand for its name', async () => {
    matomo.put([], { name: 'a.example' });
    const { items } = await call('websites.list', {}, connection);
    expect(items).toMatchObject([{ id: '100', domain: 'a.example#100', hosts: [] }]);
  });

  it('sorts and cuts the one list that there is', async () => {
    for (const name of ['c', 'a', 'd', 'b']) for (let n = 0; n < 4; n++) matomo.put([`https://${name}${n}.example`]);
    const first = await call('websites.list', { sort_by: 'domain', sort: 'asc', per_page: 10 }, connection);
    expect(first).toMatchObject({ total: 16, more: true, next: '10' });
    const rest = await call(
      'websites.list',
      { sort_by: 'domain', sort: 'asc', per_page: 10, cursor: '10' },
      connection,
    );
    expect(rest).toMatchObject({ total: 16, more: false });
    expect([...first.items, ...rest.items].map(({ domain }) => domain)).toEqual(
      matomo.rows.map(({ name }) => name).sort(),
    );
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
    expect(await call('websites.find', { host: 'one.example' }, connection)).toMatchObject({
      complete: true,
      items: [{ id: '100' }, { id: '101' }],
    });
    const { items } = await call('websites.list', { sort: 'asc' }, connection);
    expect(items.map(({ domain }) => domain)).toEqual(['one.example', 'one.example', 'my site/a b']);
  });

  const other = { key: 'ffffffffffffffffffffffffffffffff' };
  const refused: [what: string, act: () => Promise<unknown>, kind: string][] = [
    ['a wrong key: list', () => call('websites.list', {}, { ...connection, ...other }), 'auth'],
    ['a wrong key: find', () => call('websites.find', { host: 'a.example' }, { ...connection, ...other }), 'auth'],
    [
      'a wrong key: create',
      () => call('websites.create', { domain: 'a.example' }, { ...connection, ...other }),
      'auth',
    ],
    ['every website at once', () => call('websites.delete', { id: 'all' }, connection), 'missing'],
    ['a privacy', () => call('websites.create', { domain: 'a.example', privacy: 1 }, connection), 'rejected'],
    ['a bad IP', () => call('websites.update', { id: '100', exclude_ips: ['nonsense'] }, connection), 'rejected'],
    ['a cursor of another kind', () => call('websites.list', { cursor: 'page=2' }, connection), 'rejected'],
  ];
  test.each(refused)('refuses %s', async (_what, act, kind) => {
    matomo.put(['https://one.example']);
    expect((await problemOf(act())).kind).toBe(kind);
    expect(matomo.rows).toHaveLength(1);
    expect(matomo.log.filter(({ body }) => body.includes('idSite=all'))).toEqual([]);
  });
  it('says what is wrong as text', async () => {
    matomo.put(['https://one.example']);
    const problem = await problemOf(call('websites.update', { id: '100', exclude_ips: ['nonsense'] }, connection));
    expect(problem.message).toContain('"nonsense"');
  });

  it('a key that may view nothing is refused in the service’s words, however empty its list', async () => {
    const own = await startMatomo({ rights: 'view' });
    const id = own.put(['https://one.example'], { access: 'none' });
    const before = structuredClone(own.rows);
    const message = "You can't access this resource as it requires view access for at least one website.";
    for (const [name, input] of [
      ['websites.list', {}],
      ['websites.find', { host: 'one.example' }],
      ['websites.show', { id }],
      ['websites.create', { domain: 'two.example' }],
      ['websites.update', { id, exclude_ips: [] }],
      ['websites.delete', { id }],
    ] as const)
      expect([name, await problemOf(call(name, input as never, { ...connection, url: own.url }))]).toEqual([
        name,
        { kind: 'forbidden', status: 401, message },
      ]);
    expect(own.rows).toEqual(before);
    await own.close();
  });

  it('tells a key that may not from one that is not accepted', async () => {
    const own = await startMatomo({ rights: 'admin' });
    const it = { ...connection, url: own.url };
    const id = own.put(['https://one.example']);
    const forbidden = { kind: 'forbidden', message: expect.stringContaining('superuser') };
    expect(await problemOf(call('websites.create', { domain: 'a.example' }, it))).toMatchObject(forbidden);
    expect(await problemOf(call('websites.delete', { id }, it))).toMatchObject(forbidden);
    expect(await call('websites.update', { id, exclude_ips: ['1.2.3.4'] }, it)).toMatchObject({ id });
    expect(own.rows).toMatchObject([{ excluded_ips: '1.2.3.4' }]);
    await own.close();
  });

  it('a key that may write, and administers nothing, sees what is registered and may not change it', async () => {
    const own = await startMatomo({ rights: 'write' });
    const it = { ...connection, url: own.url };
    const id = own.put(['https://one.example']);
    expect(await call('websites.list', {}, it)).toMatchObject({ items: [{ id, locked: 'not-allowed' }] });
    expect(await call('websites.find', { host: 'one.example' }, it)).toMatchObject({ complete: true, items: [{ id }] });
    expect((await problemOf(call('websites.update', { id, exclude_ips: [] }, it))).kind).toBe('forbidden');
    await own.close();
  });

  it('one of 101 whose change is refused is there still, though a list has 100 rows by default', async () => {
    for (let n = 0; n < 101; n++) matomo.put([`https://s${n}.example`]);
    const refused = call('websites.update', { id: '200', exclude_ips: ['nonsense'] }, connection);
    expect((await problemOf(refused)).kind).toBe('rejected');
  });

  describe('version 4, where a refusal is no HTTP error', () => {
    const life = async (
      rights: 'super' | 'admin',
      play: (it: Connection, id: string, rows: unknown[]) => Promise<void>,
    ) => {
      const own = await startMatomo({ version: '4.16.1', rights });
      const id = own.put(['https://one.example', 'https://www.one.example']);
      await play({ ...connection, url: own.url }, id, own.rows).finally(own.close);
    };
    it('is recognised, and read though its numbers are texts', () =>
      life('super', async (it, id) => {
        expect(await identify(it.url)).toBe('matomo');
        const { items } = await call('websites.find', { host: 'www.one.example' }, it);
        expect(items).toMatchObject([{ id, hosts: ['one.example', 'www.one.example'] }]);
        expect(await call('websites.update', { id, exclude_ips: ['1.2.3.4'] }, it)).toMatchObject({ id });
        const made = await call('websites.create', { domain: 'a.example' }, it);
        expect(await call('websites.list', {}, it)).toMatchObject({ items: [{ id }, { id: made?.id }], total: 2 });
        expect(await call('websites.delete', { id }, it)).toBeUndefined();
        expect((await problemOf(call('websites.delete', { id }, it))).kind).toBe('missing');
      }));
    test.each(['list', 'find', 'show', 'create', 'update', 'delete'] as const)('a wrong key: %s', (name) =>
      life('super', async (it, id, rows) => {
        const inputs = {
          list: {},
          find: { host: 'one.example' },
          create: { domain: 'a.example' },
          update: { id, exclude_ips: [] },
        };
        const input = inputs[name as 'list'] ?? { id };
        const act = call(`websites.${name}`, input as never, { ...it, ...other });
        // Its page, in place of an answer, is not that of a login wall.
        const { kind, code } = await problemOf(act);
        expect([kind, code]).toEqual(['auth', undefined]);
        expect(rows).toHaveLength(1);
      }),
    );
    it('a key that may not', () =>
      life('admin', async (it, id) => {
        const forbidden = { kind: 'forbidden', message: expect.stringContaining('superuser') };
        expect(await problemOf(call('websites.create', { domain: 'a.example' }, it))).toMatchObject(forbidden);
        expect(await problemOf(call('websites.delete', { id }, it))).toMatchObject(forbidden);
        const bad = { id, exclude_ips: ['nonsense'] };
        expect((await problemOf(call('websites.update', bad, it))).kind).toBe('rejected');
      }));
  });
  it('the last website is not deleted, and Matomo says why', async () => {
    const own = await startMatomo({ isAlone: true });
    const refused = call('websites.delete', { id: own.put([]) }, { ...connection, url: own.url });
    const message = expect.stringContaining('only registered website');
    expect(await problemOf(refused)).toMatchObject({ kind: 'rejected', message });
    await own.close();
  });

  it('sends a create once, whatever becomes of its answer', async () => {
    matomo.fail('lose', ({ body }) => body.includes('addSite'));
    expect((await problemOf(call('websites.create', { domain: 'a.example' }, connection))).kind).toBe('network');
    expect(matomo.rows).toHaveLength(1);
  });
});
