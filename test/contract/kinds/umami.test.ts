import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { type Connection, call, identify } from '../../../lib/services/index.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { problemOf } from '../../unit/services/helpers.ts';

let umami: Awaited<ReturnType<typeof startUmami>>;
let connection: Connection;
beforeAll(async () => {
  umami = await startUmami();
  connection = { kind: 'umami', url: umami.url, key: umami.key };
});
beforeEach(() => umami.reset());
afterAll(() => umami.close());

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const put = (domain: string, more: object = {}) => {
  const now = '2026-11-21T22:33:22.789Z';
  const id = uuid(umami.rows.length + 1);
  umami.rows.push({ id, name: domain, domain, shareId: null, teamId: null, createdAt: now, updatedAt: now, ...more });
  return id;
};
const raw = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${umami.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${umami.key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return [response.status, text === '' ? '' : text.startsWith('<') ? 'HTML' : JSON.parse(text)];
};

describe('the stand-in answers as Umami 3.1 did', () => {
  const name = 'Shop';
  const site = { name, domain: 'shop.example.com' };
  const made = { ...site, shareId: null, teamId: null, deletedAt: null };
  const rows: [what: string, method: string, path: string, body: unknown, answer: [number, unknown]][] = [
    ['a create is 200', 'POST', '/websites', site, [200, expect.objectContaining(made)]],
    ['empty names', 'POST', '/websites', { name: '', domain: '' }, [200, expect.objectContaining({ domain: '' })]],
    ['nonsense', 'POST', '/websites', { name, domain: 'my site/a b' }, [200, expect.objectContaining({ name })]],
    ['a double', 'POST', '/websites', { name, domain: 'one.example' }, [200, expect.objectContaining({ name })]],
    ['an id of ours', 'POST', '/websites', { ...site, id: uuid(9) }, [200, expect.objectContaining({ id: uuid(9) })]],
    ['the same id again', 'POST', '/websites', { ...site, id: uuid(1) }, [500, '']],
    [
      'shared from the start',
      'POST',
      '/websites',
      { ...site, shareId: 'new' },
      [200, expect.objectContaining({ shareId: 'new' })],
    ],
    [
      'a share id of another',
      'POST',
      '/websites',
      { ...site, shareId: 'taken' },
      [400, { error: expect.objectContaining({ message: 'That share ID is already taken.' }) }],
    ],
    [
      'no domain',
      'POST',
      '/websites',
      { name },
      [
        400,
        {
          error: expect.objectContaining({
            code: 'bad-request',
            properties: { domain: { errors: [expect.any(String)] } },
          }),
        },
      ],
    ],
    ['a record', 'GET', `/websites/${uuid(1)}`, undefined, [200, expect.objectContaining({ domain: 'one.example' })]],
    ['an unknown id', 'GET', `/websites/${uuid(8)}`, undefined, [200, null]],
    ['an id that is none', 'GET', '/websites/17', undefined, [500, '']],
    [
      'absent fields stay',
      'POST',
      `/websites/${uuid(2)}`,
      { name },
      [200, expect.objectContaining({ name, shareId: 'taken' })],
    ],
    [
      'sharing ends',
      'POST',
      `/websites/${uuid(2)}`,
      { shareId: null },
      [200, expect.objectContaining({ shareId: null, updatedAt: '2026-11-21T22:33:22.789Z' })],
    ],
    ['PATCH', 'PATCH', `/websites/${uuid(1)}`, { name }, [405, '']],
    ['PUT', 'PUT', `/websites/${uuid(1)}`, { name }, [405, '']],
    ['a delete', 'DELETE', `/websites/${uuid(1)}`, undefined, [200, { ok: true }]],
    ['a delete of what is gone', 'DELETE', `/websites/${uuid(8)}`, undefined, [500, '']],
    [
      'past the end',
      'GET',
      '/websites?page=9&pageSize=10',
      undefined,
      [200, { data: [], count: 2, page: 9, pageSize: 10 }],
    ],
    ['a part of a name', 'GET', '/websites?search=TW', undefined, [200, expect.objectContaining({ count: 1 })]],
    ['a wrong path', 'GET', '/nowhere', undefined, [404, 'HTML']],
  ];
  test.each(rows)('%s', async (_what, method, path, body, answer) => {
    put('one.example');
    put('two.example', { shareId: 'taken' });
    expect(await raw(method, path, body)).toEqual(answer);
  });
  it('a form', async () => {
    const form = await raw('POST', '/websites', 'domain=a.example', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form).toEqual([400, { error: expect.objectContaining({ errors: [expect.stringContaining('object')] }) }]);
  });
  it('a wrong key', async () => {
    expect(await raw('GET', '/websites', undefined, { authorization: 'Bearer x' })).toEqual([
      401,
      { error: { message: 'Unauthorized', code: 'unauthorized', status: 401 } },
    ]);
  });
  it('whatever order is asked for, by id', async () => {
    for (const name of ['c', 'a', 'b']) put(`${name}.example`);
    const [, answer] = await raw('GET', '/websites?orderBy=domain&sortDescending=true');
    expect(answer.data.map(({ domain }: { domain: string }) => domain)).toEqual([
      'c.example',
      'a.example',
      'b.example',
    ]);
  });
});

describe('the client', () => {
  it('recognises it without a key', async () => {
    expect(await identify(umami.url)).toBe('umami');
    expect(umami.log.some(({ headers }) => headers.authorization)).toBe(false);
  });

  it('creates, shows, shares, lists and deletes a website', async () => {
    const made = await call('websites.create', { domain: 'a.example' }, connection);
    expect(made).toEqual({ id: expect.any(String), domain: 'a.example', privacy: 1, created_at: expect.any(String) });
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
    expect((await problemOf(call('websites.delete', { id }, connection))).kind).toBe('missing');
    expect((await problemOf(call('websites.show', { id }, connection))).kind).toBe('missing');
    expect((await problemOf(call('websites.update', { id, privacy: 1 }, connection))).kind).toBe('missing');
  });

  it('creates a public website with an address that nobody guesses', async () => {
    const made = await call('websites.create', { domain: 'a.example', privacy: 0 }, connection);
    expect(umami.rows[0]?.shareId).toMatch(/^[\da-f]{16}$/);
    expect(made?.share_url).toBe(`${umami.url}/share/${umami.rows[0]?.shareId}`);
  });

  const faults = [
    ['the answer is lost', 'lose'],
    ['it fails on the way', 502],
    ['it fails before', 500],
  ] as const;
  test.each(faults)('a create makes one record where %s', async (_name, fault) => {
    umami.fail(fault, ({ method }) => method === 'POST');
    const outcome = await call('websites.create', { domain: 'a.example' }, connection).catch(() => undefined);
    expect(umami.rows.map(({ domain }) => domain)).toEqual(fault === 500 ? [] : ['a.example']);
    expect(outcome?.id).toBe(umami.rows[0]?.id);
  });
  it('a create that is sent again by the id it had is the same one', async () => {
    const id = uuid(77);
    const first = await call('websites.create', { domain: 'a.example', id }, connection);
    expect(await call('websites.create', { domain: 'a.example', id }, connection)).toEqual(first);
    expect(umami.rows).toHaveLength(1);
  });

  it('reads all pages, its teams’ websites too', async () => {
    for (let n = 0; n < 25; n++) put(`s${n}.example`, n % 2 ? { teamId: uuid(500) } : {});
    const first = await call('websites.list', { per_page: 10 }, connection);
    expect(first).toMatchObject({ total: 25, more: true, next: '2' });
    const last = await call('websites.list', { per_page: 10, cursor: '3' }, connection);
    expect(last).toMatchObject({ total: 25, more: false });
    expect(last.items).toHaveLength(5);
    expect(last.next).toBeUndefined();
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
    for (const domain of domains) put(domain);
    const listing = await call('websites.find', { host }, connection);
    expect(listing.complete).toBe(true);
    expect(listing.items.map(({ domain }) => domain)).toEqual(found);
  });
  it('finds a host beside those that are found by their names', async () => {
    put('b.example', { name: 'Was a.example' });
    expect(await call('websites.find', { host: 'a.example' }, connection)).toEqual({ items: [], complete: true });
  });

  it('shows a name beside the domain, and one in place of it', async () => {
    put('shop.example', { name: 'Shop' });
    put('', { name: 'No address' });
    put('', { name: 'a.example' });
    const { items } = await call('websites.list', {}, connection);
    expect(items.map(({ domain, name }) => [domain, name])).toEqual([
      ['shop.example', 'Shop'],
      ['No address', undefined],
      ['a.example#00000000', 'a.example'],
    ]);
  });

  const refused: [what: string, act: () => Promise<unknown>, kind: string][] = [
    ['a wrong key: list', () => call('websites.list', {}, { ...connection, key: 'another-key' }), 'auth'],
    [
      'a wrong key: create',
      () => call('websites.create', { domain: 'a.example' }, { ...connection, key: 'another-key' }),
      'auth',
    ],
    [
      'a wrong key: delete',
      () => call('websites.delete', { id: uuid(1) }, { ...connection, key: 'another-key' }),
      'auth',
    ],
    ['an id that is none', () => call('websites.show', { id: '17' }, connection), 'missing'],
    [
      'a password',
      () => call('websites.create', { domain: 'a.example', privacy: 2, password: 'x' }, connection),
      'rejected',
    ],
    ['reports', () => call('websites.update', { id: uuid(1), email: 1 }, connection), 'rejected'],
    ['a cursor of another kind', () => call('websites.list', { cursor: 'page=2' }, connection), 'rejected'],
    ['projects', () => call('projects.list', {}, connection), 'rejected'],
  ];
  test.each(refused)('refuses %s', async (_what, act, kind) => {
    put('a.example');
    expect((await problemOf(act())).kind).toBe(kind);
    expect(umami.rows).toHaveLength(1);
  });

  test.each([
    ['websites.update', 'forbidden'],
    ['websites.delete', 'forbidden'],
    ['websites.show', 'missing'],
  ] as const)('401 for one record, the key being accepted: %s is %s', async (name, kind) => {
    const id = put('a.example');
    umami.fail(401, ({ path, method }) => path.endsWith(id) && (name === 'websites.show' || method !== 'GET'));
    const input = name === 'websites.update' ? { id, privacy: 1 } : { id };
    expect((await problemOf(call(name, input as never, connection))).kind).toBe(kind);
  });
  it('a limit on websites, told with 401', async () => {
    umami.fail(401, ({ method }) => method === 'POST');
    expect((await problemOf(call('websites.create', { domain: 'a.example' }, connection))).kind).toBe('forbidden');
  });
});
