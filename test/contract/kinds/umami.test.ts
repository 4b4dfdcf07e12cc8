import { describe, expect, it, test } from 'vitest';
import { type ListInput, lookUpHosts } from '../../../lib/addMany/lookUp.ts';
import { nothingKnown, type ParsedEntry } from '../../../lib/addMany/preview.ts';
import { type Connection, call, hasKeys, identify } from '../../../lib/services/index.ts';
import { type Heard, json, type NextFault } from '../../sandbox/kinds/standIn.ts';
import { startUmami, uuidOf } from '../../sandbox/kinds/umami.ts';
import { inPath, kindOf, problemOf } from '../../unit/services/helpers.ts';
import { connected, connectionTo, shared } from '../services.ts';

const umami = await shared(startUmami());
const connection = connectionTo('umami', umami);
/** Starts another Umami, and returns it with its connection. */
const another = (options: Parameters<typeof startUmami>[0]) => connected('umami', startUmami(options));
const create = (domain: string, to: Connection = connection) => call('websites.create', { domain }, to);
const find = (host: string, to: Connection = connection) => call('websites.find', { host }, to);

describe('the client', () => {
  it('recognises it without a key', async () => {
    expect(await identify(umami.url)).toBe('umami');
    expect(umami.log.some(({ headers }) => headers.authorization)).toBe(false);
  });

  test.each<[what: string, hasKeys: boolean, fault: NextFault | undefined, told: boolean | undefined]>([
    ['has keys', true, undefined, true],
    ['is a version without them', false, undefined, false],
    ['leads elsewhere', false, { status: 307, headers: { location: '/settings' } }, undefined],
    ['does not say', false, 'lose', undefined],
  ])('that it %s is told without a key', async (_what, isThere, fault, told) => {
    const { url, log, fail } = await another({ hasKeys: isThere });
    if (fault) fail(fault);
    expect(await hasKeys(url, 'umami')).toBe(told);
    expect(log.some(({ headers }) => headers.authorization)).toBe(false);
  });
  it('where every version has keys nothing is asked', async () => {
    expect(await hasKeys(umami.url, 'umamiCloud')).toBe(true);
    expect(umami.log).toEqual([]);
  });

  it('lies in a path, where a public website has an address that nobody guesses', async () => {
    const within = inPath('/stats/umami');
    const it = { ...connection, url: `${umami.url}/stats/umami` };
    expect(await identify(it.url, within)).toBe('umami');
    const made = await call('websites.create', { domain: 'a.example', privacy: 0 }, it, within);
    const { shareId } = umami.rows[0] ?? {};
    expect(shareId).toMatch(/^[\da-f]{16}$/);
    expect(made?.share_url).toBe(`${it.url}/share/${shareId}`);
    expect(await call('websites.find', { host: 'a.example' }, it, within)).toMatchObject({ items: [made] });
  });

  it('creates, shows, shares, lists and deletes a website', async () => {
    const made = await create('a.example');
    const text = expect.any(String);
    const own = { privacy: 1, share_url: null, team: null };
    expect(made).toEqual({ id: text, domain: 'a.example', created_at: text, ...own });
    const id = made?.id ?? '';
    const shared = await call('websites.update', { id, privacy: 0 }, connection);
    const { shareId } = umami.rows[0] ?? {};
    expect(shared).toEqual({ ...made, privacy: 0, share_url: `${umami.url}/share/${shareId}` });
    expect(await call('websites.update', { id, privacy: 0 }, connection)).toEqual(shared);
    expect(await call('websites.show', { id }, connection)).toEqual(shared);
    expect(await call('websites.list', {}, connection)).toEqual({ items: [shared], total: 1, more: false });
    expect(await call('websites.update', { id, privacy: 1 }, connection)).toEqual(made);
    expect(await call('websites.delete', { id }, connection)).toBeUndefined();
    expect(umami.rows).toEqual([]);
    expect(await kindOf(call('websites.delete', { id }, connection))).toBe('missing');
    expect(await kindOf(call('websites.show', { id }, connection))).toBe('missing');
    expect(await kindOf(call('websites.update', { id, privacy: 1 }, connection))).toBe('missing');
  });

  it('asks as it can be asked: methods, bodies in JSON, the key in its header alone', async () => {
    const { id } = (await create('a.example')) ?? { id: '' };
    await call('websites.update', { id, privacy: 0 }, connection);
    await call('websites.list', { search: 'a', sort_by: 'domain', sort: 'asc' }, connection);
    await find('a.example');
    await call('websites.delete', { id }, connection);
    expect(new Set(umami.log.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'DELETE']));
    for (const { method, headers, body, path, query } of umami.log) {
      expect(headers['content-type']).toBe(method === 'POST' ? 'application/json' : undefined);
      expect(headers.authorization).toBe(`Bearer ${umami.key}`);
      expect(`${path}?${query} ${body}`).not.toContain(umami.key);
    }
  });
  it('takes the token of a login for a key', async () => {
    const { put, to } = await another({ key: `${'A1b2+/'.repeat(40)}==` });
    put('a.example');
    expect((await call('websites.list', {}, to)).items).toHaveLength(1);
  });
  it('a name has no more than 100 letters, a domain may', async () => {
    const domain = `${'long-'.repeat(12)}label.${'long-'.repeat(12)}label.example`;
    expect(await create(domain)).toMatchObject({ domain });
    expect(umami.rows).toMatchObject([{ domain, name: domain.slice(0, 100) }]);
  });
  it('an order that it does not keep is not asked for', async () => {
    for (const name of ['c', 'a', 'b']) umami.put(`${name}.example`);
    const { items } = await call('websites.list', { sort_by: 'domain', sort: 'asc' }, connection);
    expect(items.map(({ domain }) => domain)).toEqual(['c.example', 'a.example', 'b.example']);
    expect(umami.log[0]?.query.has('orderBy')).toBe(false);
  });

  const faults = [
    ['the answer is lost', 'lose', 1],
    ['it fails on the way', 502, 0],
    ['it fails before', 500, 0],
  ] as const;
  test.each(faults)('a create is sent once, and looked for where %s', async (_name, fault, made) => {
    umami.fail(fault, ({ method }) => method === 'POST');
    const outcome = await create('a.example').catch(() => undefined);
    expect(umami.rows.map(({ id }) => id)).toEqual(made ? [outcome?.id] : []);
    expect(umami.log.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
  it('a create that is sent again by the id it had is the same one', async () => {
    const id = uuidOf(77);
    const first = await call('websites.create', { domain: 'a.example', id }, connection);
    expect(await call('websites.create', { domain: 'a.example', id }, connection)).toEqual(first);
    expect(umami.rows).toHaveLength(1);
  });
  test.each([
    [0, 1],
    [1, 0],
  ] as const)('one that was sent with privacy %s has the privacy of the second: %s', async (first, privacy) => {
    const input = { domain: 'a.example', id: uuidOf(77) };
    await call('websites.create', { ...input, privacy: first }, connection);
    expect(await call('websites.create', { ...input, privacy }, connection)).toMatchObject({ privacy });
    expect(umami.rows).toMatchObject([{ shareId: privacy ? null : expect.any(String) }]);
  });

  it('reads all pages', async () => {
    for (let n = 0; n < 25; n++) umami.put(`s${n}.example`);
    const first = await call('websites.list', { per_page: 10 }, connection);
    expect(first).toMatchObject({ total: 25, more: true, next: '2' });
    const last = await call('websites.list', { per_page: 10, cursor: '3' }, connection);
    expect(last).toMatchObject({ total: 25, more: false });
    expect(last.items).toHaveLength(5);
    expect(last.next).toBeUndefined();
  });

  describe('a user with teams', () => {
    const [owned, joined, empty] = [uuidOf(500), uuidOf(502), uuidOf(501)];
    const teams = [
      { id: owned, role: 'team-owner' as const },
      { id: empty, role: 'team-member' as const },
      { id: joined, role: 'team-view-only' as const },
    ];
    const ofUser = () => another({ role: 'user', teams });
    const allOf = async (to: Connection) => {
      const pages: number[] = [];
      const read: string[] = [];
      for (let next: string | undefined = '1'; next; ) {
        const input = { per_page: 10, ...(next === '1' ? {} : { cursor: next }) } as const;
        const page: Awaited<ReturnType<typeof call<'websites.list'>>> = await call('websites.list', input, to);
        pages.push(page.items.length);
        read.push(...page.items.map(({ domain }) => domain));
        expect([page.total, page.more]).toEqual([undefined, page.next !== undefined]);
        next = page.next;
      }
      return { pages, read };
    };

    test.each([
      ['its own too', 12, [10, 2, 10, 2, 10, 2]],
      ['none of its own', 0, [10, 2, 10, 2]],
    ] as const)('reads the websites of all of them, each once: %s', async (_what, mine, pages) => {
      const { put, rows, to } = await ofUser();
      for (let n = 0; n < mine; n++) put(`s${n}.example`);
      for (const teamId of [owned, joined]) for (let n = 0; n < 12; n++) put(`t${n}.${teamId}.example`, { teamId });
      const all = await allOf(to);
      expect(all.pages).toEqual(pages);
      expect(new Set(all.read).size).toBe(rows.length);
    });
    const told = (...ids: string[]) => json({ data: ids.map((id) => ({ id })), count: ids.length });
    test.each([
      ['it leaves one of them', told(owned, joined)],
      ['they come in another order', told(owned, joined, empty)],
    ])('reads the remaining teams, where meanwhile %s', async (_what, now) => {
      const { put, fail, to } = await ofUser();
      for (const teamId of [owned, joined]) put(`${teamId}.example`, { teamId });
      const { next } = await call('websites.list', { per_page: 10 }, to);
      fail(now, ({ path }) => path.endsWith('/me/teams'));
      const page = await call('websites.list', { per_page: 10, ...(next ? { cursor: next } : {}) }, to);
      expect(page.items).toMatchObject([{ domain: `${joined}.example` }]);
    });
    test('a website of a team that it is only in is registered', async () => {
      const { put, to } = await ofUser();
      const id = put('a.example', { teamId: joined });
      expect(await find('a.example', to)).toMatchObject({ items: [{ id }], complete: true });
      expect(await find('b.example', to)).toEqual({ items: [], complete: true });
    });
    test.each([
      [403, 'its teams are not told: nothing is called absent', false],
      [405, 'nor where it cannot be asked so', false],
      [404, 'a server that has no teams', true],
    ])('%s: %s', async (status, _what, complete) => {
      const { put, fail, to } = await another({ role: 'user' });
      put('a.example');
      for (let n = 0; n < 4; n++) fail(status, ({ path }) => path.endsWith('/me/teams'));
      expect((await find('a.example', to)).items).toHaveLength(1);
      expect((await find('b.example', to)).complete).toBe(complete);
    });
    test('a website that it does not know is missing', async () => {
      const { to } = await ofUser();
      for (const name of ['websites.show', 'websites.delete'] as const)
        expect(await kindOf(call(name, { id: uuidOf(77) }, to))).toBe('missing');
    });
  });
  it('whoever may only look is told so', async () => {
    const { to } = await another({ role: 'view-only' });
    expect(await kindOf(create('a.example', to))).toBe('forbidden');
  });

  test.each([
    ['lose', 'network', 1],
    [502, 'server', 0],
  ] as const)('where ids of ours are passed over a create is sent once: %s', async (fault, kind, made) => {
    const { fail, rows, to } = await another({ takesIds: false });
    fail(fault, ({ method }) => method === 'POST');
    expect(await kindOf(create('a.example', to))).toBe(kind);
    expect(rows).toHaveLength(made);
  });
  it('a website that was made and not shared any more is shared', async () => {
    const id = umami.put('a.example');
    const made = await call('websites.create', { domain: 'a.example', id, privacy: 0 }, connection);
    expect(made).toMatchObject({ id, privacy: 0, share_url: expect.stringContaining('/share/') });
  });

  const hosts: [what: string, domains: string[], host: string, found: string[]][] = [
    ['none', [], 'a.example', []],
    ['itself', ['a.example', 'b.example'], 'a.example', ['a.example']],
    ['doubles', ['a.example', 'a.example'], 'a.example', ['a.example', 'a.example']],
    ['an address', ['https://a.example/'], 'a.example', ['a.example']],
    ['a part of another', ['aa.example', 'a.example.org'], 'a.example', []],
    ['other letters', ['bücher.example'], 'xn--bcher-kva.example', ['bücher.example']],
    ['without a domain', [''], 'a.example', []],
  ];
  test.each(hosts)('finds a host: %s', async (_what, domains, host, found) => {
    for (const domain of domains) umami.put(domain);
    const { items, complete } = await find(host);
    expect([items.map(({ domain }) => domain), complete]).toEqual([found, true]);
  });
  describe('an international name, among more websites than a search may have pages', () => {
    const host = 'xn--bcher-kva.example';
    const others = () => {
      for (let n = 0; n < 620; n++) umami.put(`s${n}.example`);
    };
    test.each(['bücher.example', 'BÜCHER.example', host, 'Xn--Bcher-KVA.example'])('is found as %s', async (typed) => {
      others();
      umami.put(typed);
      const listing = await call('websites.find', { host, within: host }, connection);
      expect(listing).toMatchObject({ items: [{ domain: typed }], complete: true });
      umami.log.length = 0;
      const listed = await call('websites.list', { search: host.toUpperCase() }, connection);
      expect(listed).toMatchObject({ items: [{ domain: typed }], more: false });
      expect(umami.log.length).toBeLessThan(10);
    });
    it('is absent where it is none', async () => {
      others();
      expect(await find(host)).toEqual({ items: [], complete: true });
    });
    const first = ({ query }: Heard) => query.get('page') === '1';
    test.each<[string, befalls: (heard: Heard) => unknown, found: string[]]>([
      ['another was deleted, and it moved to a page that was read', (asked) => first(asked) || umami.rows.shift(), []],
      ['every page is the first', ({ query }) => query.set('page', '1'), []],
      ['a row cannot be read', () => Object.assign(umami.rows[0] ?? {}, { id: '!' }), [host]],
    ])('is never called absent: %s', async (_what, befalls, found) => {
      for (let n = 0; n < 100; n++) umami.put(`s${n}.example`);
      umami.put(host);
      others();
      umami.fail(500, (asked) => !befalls(asked) && false);
      const { items, complete } = await find(host);
      expect([items.map(({ domain }) => domain), complete]).toEqual([found, false]);
    });
    it('leaves others of a list that are looked for as they are', async () => {
      others();
      umami.put('bücher.example');
      const names = [host, 'xn--4ca.example', 's9.example', 'new.example'];
      const reads = names.map(
        (name): ParsedEntry => ({
          entry: { line: 1, text: name, site: { host: name, notes: [] } },
          host: name,
          related: [],
          notes: [],
        }),
      );
      let known = nothingKnown;
      const list = (input: ListInput) =>
        call('websites.list', input, connection).then((value) => ({ ok: true as const, value }));
      await lookUpHosts(reads, known, { list, at: 1 }, async (told) => {
        ({ known } = told);
      });
      expect([...known.absent.keys()]).toEqual(['xn--4ca.example', 'new.example']);
      expect([...(known.unsure ?? [])]).toEqual([]);
      expect([...known.registered]).toEqual(expect.arrayContaining([host, 's9.example']));
    });
  });
  it('finds a host beside those that are found by their names', async () => {
    umami.put('b.example', { name: 'Was a.example' });
    expect(await find('a.example')).toEqual({ items: [], complete: true });
  });

  it('shows a name beside the domain, and one in place of it', async () => {
    umami.put('shop.example', { name: 'Shop' });
    umami.put('', { name: 'No address' });
    umami.put('', { name: 'a.example' });
    umami.put('my site/a b', { name: 'Nonsense' });
    const { items } = await call('websites.list', {}, connection);
    expect(items.map(({ domain, name }) => [domain, name])).toEqual([
      ['shop.example', 'Shop'],
      ['No address', undefined],
      ['a.example#00000000', 'a.example'],
      ['my site/a b', 'Nonsense'],
    ]);
  });

  const wrong = { ...connection, key: 'another-key' };
  const secret = { domain: 'a.example', privacy: 2, password: 'x' } as const;
  const refused: [what: string, act: () => Promise<unknown>, kind: string][] = [
    ['a wrong key: list', () => call('websites.list', {}, wrong), 'auth'],
    ['a wrong key: create', () => create('a.example', wrong), 'auth'],
    ['a wrong key: delete', () => call('websites.delete', { id: uuidOf(1) }, wrong), 'auth'],
    ['an id that is none', () => call('websites.show', { id: '17' }, connection), 'missing'],
    ['a password', () => call('websites.create', secret, connection), 'rejected'],
    ['reports', () => call('websites.update', { id: uuidOf(1), email: 1 }, connection), 'rejected'],
    ['a cursor of another kind', () => call('websites.list', { cursor: 'page=2' }, connection), 'rejected'],
    ['projects', () => call('projects.list', {}, connection), 'rejected'],
  ];
  test.each(refused)('refuses %s', async (_what, act, kind) => {
    umami.put('a.example');
    expect(await kindOf(act())).toBe(kind);
    expect(umami.rows).toHaveLength(1);
  });

  test.each([
    ['websites.update', 'forbidden'],
    ['websites.delete', 'forbidden'],
    ['websites.show', 'missing'],
  ] as const)('401 for one record, the key being accepted: %s is %s', async (name, kind) => {
    const id = umami.put('a.example');
    umami.fail(401, ({ path, method }) => path.endsWith(id) && (name === 'websites.show' || method !== 'GET'));
    const input = name === 'websites.update' ? { id, privacy: 1 } : { id };
    expect(await kindOf(call(name, input as never, connection))).toBe(kind);
  });
  test.each<[what: string, said: Partial<Record<'DELETE' | 'show' | 'list', number>>, kind: string]>([
    ['is there', { DELETE: 500 }, 'server'],
    ['may not be asked, and the list is missing', { DELETE: 500, show: 401, list: 404 }, 'server'],
    ['may not be asked, nor the list', { DELETE: 500, show: 401, list: 401 }, 'server'],
    ['may not be asked, but the list', { DELETE: 500, show: 401 }, 'missing'],
    ['is at no address', { DELETE: 500, show: 404 }, 'server'],
    ['may not be asked, nor deleted, and the list is missing', { DELETE: 401, show: 401, list: 404 }, 'auth'],
  ])('a refused delete of a record that %s', async (_what, said, kind) => {
    const id = umami.put('a.example');
    for (const [what, status] of Object.entries(said))
      umami.fail(status, ({ path, method }) =>
        what === 'DELETE' ? method === what : method === 'GET' && path.endsWith(id) === (what === 'show'),
      );
    expect(await kindOf(call('websites.delete', { id }, connection))).toBe(kind);
  });
  it('an answer of something else is none', async () => {
    const id = umami.put('a.example');
    for (const answer of [umami.rows[0], { ok: false }]) {
      umami.fail(json(answer), ({ method }) => method === 'DELETE');
      expect(await kindOf(call('websites.delete', { id }, connection))).toBe('server');
    }
    umami.fail(json({ ...umami.rows[0], id: uuidOf(9) }));
    expect(await kindOf(call('websites.show', { id }, connection))).toBe('shape');
    umami.fail(json(umami.rows[0]), ({ method }) => method === 'POST');
    expect(await create('b.example')).toBeUndefined();
  });
  it('a limit on websites, told with 401', async () => {
    const message = 'Website limit reached.';
    umami.fail(json({ error: { message, code: 'unauthorized', status: 401 } }, 401), ({ method }) => method === 'POST');
    expect(await problemOf(create('a.example'))).toMatchObject({ kind: 'forbidden', message });
  });
});
