import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { type Connection, call, identify } from '../../../lib/services/index.ts';
import { type MatomoRow, startMatomo } from '../../sandbox/kinds/matomo.ts';
import { problemOf } from '../../unit/services/helpers.ts';

let matomo: Awaited<ReturnType<typeof startMatomo>>;
let connection: Connection;
beforeAll(async () => {
  matomo = await startMatomo();
  connection = { kind: 'matomo', url: matomo.url, key: matomo.key };
});
beforeEach(() => matomo.reset());
afterAll(() => matomo.close());

const put = (urls: string[], more: Partial<MatomoRow> = {}) => {
  const row: MatomoRow = {
    idsite: 100 + matomo.rows.length,
    name: urls[0]?.replace('https://', '') ?? 'Nowhere',
    urls,
    ts_created: '2026-11-21 22:34:51',
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    excluded_ips: '',
    excluded_parameters: '',
    excluded_user_agents: '',
    excluded_referrers: '',
    sitesearch_keyword_parameters: '',
    sitesearch_category_parameters: '',
    ...more,
  };
  matomo.rows.push(row);
  return String(row.idsite);
};
const raw = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(`${matomo.url}/index.php`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ module: 'API', format: 'JSON', ...fields }),
  });
  const text = await response.text();
  return [response.status, text.startsWith('<') ? 'HTML' : JSON.parse(text)];
};

describe('the stand-in answers as Matomo 5.3 did', () => {
  const error = (message: unknown) => ({ result: 'error', message });
  const rows: [what: string, fields: Record<string, string>, answer: [number, unknown]][] = [
    ['version', { method: 'API.getMatomoVersion' }, [200, { value: '5.3.1' }]],
    [
      'list',
      { method: 'SitesManager.getSitesWithAdminAccess' },
      [200, [expect.objectContaining({ idsite: 100, main_url: 'https://one.example' }), expect.anything()]],
    ],
    [
      'pattern',
      { method: 'SitesManager.getSitesWithAdminAccess', pattern: 'TWO' },
      [200, [expect.objectContaining({ idsite: 101 })]],
    ],
    [
      'addresses',
      { method: 'SitesManager.getSiteUrlsFromId', idSite: '101' },
      [200, ['https://two.example', 'https://www.two.org']],
    ],
    ['by address', { method: 'SitesManager.getSitesIdFromSiteUrl', url: 'http://two.org' }, [200, [{ idsite: 101 }]]],
    ['by address, with a path', { method: 'SitesManager.getSitesIdFromSiteUrl', url: 'http://two.org/a' }, [200, []]],
    [
      'create',
      { method: 'SitesManager.addSite', siteName: 'a', 'urls[0]': 'https://a.example' },
      [200, { value: expect.any(Number) }],
    ],
    [
      'a double',
      { method: 'SitesManager.addSite', siteName: 'a', urls: 'https://one.example' },
      [200, { value: expect.any(Number) }],
    ],
    [
      'nonsense',
      { method: 'SitesManager.addSite', siteName: 'a', urls: 'my site/a b' },
      [200, { value: expect.any(Number) }],
    ],
    [
      'no name',
      { method: 'SitesManager.addSite', siteName: '' },
      [200, error('Please specify a value for &#039;siteName&#039;.')],
    ],
    [
      'record',
      { method: 'SitesManager.getSiteFromId', idSite: '100' },
      [200, expect.objectContaining({ currency: 'EUR', type: 'website' })],
    ],
    [
      'no record',
      { method: 'SitesManager.getSiteFromId', idSite: '99999' },
      [200, error(expect.stringContaining('unexpected website'))],
    ],
    [
      'update',
      { method: 'SitesManager.updateSite', idSite: '100', excludedIps: '1.2.3.4' },
      [200, { result: 'success', message: 'ok' }],
    ],
    [
      'a bad IP',
      { method: 'SitesManager.updateSite', idSite: '100', excludedIps: 'nonsense' },
      [200, error(expect.stringContaining('&quot;nonsense&quot;'))],
    ],
    ['delete', { method: 'SitesManager.deleteSite', idSite: '100' }, [200, { result: 'success', message: 'ok' }]],
    [
      'delete what is gone',
      { method: 'SitesManager.deleteSite', idSite: '9' },
      [200, error('website id = 9 not found')],
    ],
    [
      'several reads',
      {
        method: 'API.getBulkRequest',
        'urls[0]': 'method=API.getMatomoVersion',
        'urls[1]': 'method=SitesManager.getSiteFromId&idSite=9',
      },
      [200, [{ value: '5.3.1' }, error(expect.any(String))]],
    ],
    ['unknown method', { method: 'SitesManager.nothing' }, [400, error(expect.any(String))]],
  ];
  test.each(rows)('%s', async (_what, fields, answer) => {
    put(['https://one.example']);
    put(['https://two.example', 'https://www.two.org']);
    expect(await raw({ ...fields, token_auth: matomo.key })).toEqual(answer);
  });

  it('an update clears the lists that it leaves out, and no address', async () => {
    put(['https://one.example', 'https://two.example'], { excluded_parameters: 'fbclid,gclid' });
    const fields = { method: 'SitesManager.updateSite', idSite: '100', siteName: 'x', excludedIps: '1.2.3.4' };
    await raw({ ...fields, token_auth: matomo.key });
    expect(matomo.rows[0]).toMatchObject({ excluded_parameters: '', excluded_ips: '1.2.3.4', urls: { length: 2 } });
  });
  const nobody: [what: string, method: string, headers: Record<string, string>, answer: [number, unknown]][] = [
    ['no token: a list', 'SitesManager.getSitesWithAdminAccess', {}, [200, []]],
    ['Bearer: a list', 'SitesManager.getSitesWithAdminAccess', { authorization: 'Bearer x' }, [200, []]],
    [
      'no token: a create',
      'SitesManager.addSite',
      {},
      [401, { result: 'error', message: expect.stringContaining('superuser') }],
    ],
    ['no token: several reads', 'API.getBulkRequest', {}, [200, []]],
    ['no token: the version', 'API.getMatomoVersion', {}, [401, { result: 'error', message: expect.any(String) }]],
  ];
  test.each(nobody)('%s', async (_what, method, headers, answer) => {
    put(['https://one.example']);
    expect(await raw({ method }, headers)).toEqual(answer);
  });
  it('a wrong token: a page', async () => {
    expect(await raw({ method: 'API.getMatomoVersion', token_auth: 'x' })).toEqual([401, 'HTML']);
  });
});

describe('the client', () => {
  it('recognises it without a key', async () => {
    expect(await identify(matomo.url)).toBe('matomo');
    expect(matomo.log.some(({ body }) => body.includes('token_auth'))).toBe(false);
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

  it('changes what was meant and nothing else', async () => {
    const id = put(['https://one.example', 'https://www.one.example'], {
      name: 'Tom & "Jerry"',
      excluded_ips: '1.2.3.4',
      excluded_parameters: 'a&b,c',
      excluded_user_agents: 'Bot/1',
      excluded_referrers: 'https://spam.example',
      sitesearch_keyword_parameters: 'q,s',
      sitesearch_category_parameters: 'cat',
    });
    const before = structuredClone(matomo.rows[0]);
    await call('websites.update', { id, exclude_ips: ['9.9.9.9'] }, connection);
    expect(matomo.rows[0]).toEqual({ ...before, excluded_ips: '9.9.9.9' });
  });

  it('a site has several addresses: each of them is registered', async () => {
    put(['https://one.example', 'http://www.one.example', 'https://other.example/'], { name: 'One' });
    put(['https://one.example/blog']);
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
    put(['https://bücher.example']);
    put(['https://shop.one.example']);
    expect(await call('websites.find', { host: 'xn--bcher-kva.example' }, connection)).toMatchObject({
      items: [{ id: '100' }],
    });
    expect(await call('websites.find', { host: 'one.example' }, connection)).toMatchObject({
      complete: true,
      items: [{ hosts: ['shop.one.example'] }],
    });
  });
  it('a site without an address does not stand for its name', async () => {
    put([], { name: 'a.example' });
    const { items } = await call('websites.list', {}, connection);
    expect(items).toMatchObject([{ id: '100', domain: 'a.example#100', hosts: [] }]);
  });

  it('sorts and cuts the one list that there is', async () => {
    for (const name of ['c', 'a', 'd', 'b']) for (let n = 0; n < 4; n++) put([`https://${name}${n}.example`]);
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

  it('asks one thing at a time', async () => {
    put(['https://one.example']);
    await Promise.all([1, 2, 3].map(() => call('websites.list', {}, connection)));
    expect(matomo.log).toHaveLength(3);
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
    put(['https://one.example']);
    expect((await problemOf(act())).kind).toBe(kind);
    expect(matomo.rows).toHaveLength(1);
  });
  it('says what is wrong as text', async () => {
    put(['https://one.example']);
    const problem = await problemOf(call('websites.update', { id: '100', exclude_ips: ['nonsense'] }, connection));
    expect(problem.message).toContain('"nonsense"');
  });

  it('a key that is nobody’s is not accepted, however empty its list', async () => {
    const nobody = {
      fetch: (url: unknown, init: RequestInit = {}) => {
        const body = new URLSearchParams(String(init.body));
        body.delete('token_auth');
        return fetch(String(url), { ...init, body });
      },
    };
    put(['https://one.example']);
    expect((await problemOf(call('websites.list', {}, connection, nobody as never))).kind).toBe('auth');
    const found = call('websites.find', { host: 'one.example' }, connection, nobody as never);
    expect((await problemOf(found)).kind).toBe('auth');
  });

  it('tells a key that may not from one that is not accepted', async () => {
    const own = await startMatomo({ rights: 'admin' });
    const it = { ...connection, url: own.url };
    expect(await problemOf(call('websites.create', { domain: 'a.example' }, it))).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('superuser'),
    });
    await own.close();
  });

  it('sends a create once, whatever becomes of its answer', async () => {
    matomo.fail('lose', ({ body }) => body.includes('addSite'));
    expect((await problemOf(call('websites.create', { domain: 'a.example' }, connection))).kind).toBe('network');
    expect(matomo.rows).toHaveLength(1);
  });
});
