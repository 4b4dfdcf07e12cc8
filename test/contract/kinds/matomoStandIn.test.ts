import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';

let matomo: Awaited<ReturnType<typeof startMatomo>>;
beforeAll(async () => {
  matomo = await startMatomo();
});
beforeEach(() => matomo.reset());
afterAll(() => matomo.close());

const raw = async (fields: Record<string, string>, headers: Record<string, string> = {}, { url } = matomo) => {
  const response = await fetch(`${url}/index.php`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ module: 'API', format: 'JSON', ...fields }),
  });
  const text = await response.text();
  return [response.status, text.startsWith('<') ? 'HTML' : JSON.parse(text)];
};

const error = (message: unknown) => ({ result: 'error', message });
const byUrl = (url: string) => ({ method: 'SitesManager.getSitesIdFromSiteUrl', url });
const found = (idsite: number): [number, unknown] => [200, [{ idsite }]];
const withId = (idsite: number) => expect.objectContaining({ idsite });
const listOf = (fields: Record<string, string>) => ({ method: 'SitesManager.getSitesWithAdminAccess', ...fields });
const needs = (access: string) => error(`You can't access this resource as it requires ${access}.`);

describe('the stand-in answers as Matomo 5.3 did', () => {
  const rows: [what: string, fields: Record<string, string>, answer: [number, unknown]][] = [
    ['version', { method: 'API.getMatomoVersion' }, [200, { value: '5.3.1' }]],
    [
      'list',
      listOf({}),
      [200, [expect.objectContaining({ idsite: 100, main_url: 'https://one.example' }), ...[101, 102].map(withId)]],
    ],
    ['pattern', listOf({ pattern: 'TWO' }), [200, [withId(101)]]],
    ['pattern: any text', listOf({ pattern: '%' }), [200, [100, 101, 102].map(withId)]],
    ['pattern: any letter', listOf({ pattern: 'tw_.ex' }), [200, [withId(101)]]],
    ['pattern: another address', listOf({ pattern: 'four.example' }), [200, []]],
    [
      'some columns',
      listOf({ pattern: 'one', showColumns: 'idsite,name' }),
      [200, [{ idsite: 100, name: 'one.example' }]],
    ],
    [
      'all addresses',
      listOf({ fetchAliasUrls: '1', pattern: 'three', showColumns: 'main_url,alias_urls' }),
      [
        200,
        [
          {
            main_url: 'https://three.example/shop',
            alias_urls: ['https://three.example/shop', 'http://four.example:8080', 'https://a.example'],
          },
        ],
      ],
    ],
    ['addresses of what is gone', { method: 'SitesManager.getSiteUrlsFromId', idSite: '9' }, [200, []]],
    ['ids of what may be changed', { method: 'SitesManager.getSitesIdWithAdminAccess' }, [200, [100, 101, 102]]],
    [
      'addresses',
      { method: 'SitesManager.getSiteUrlsFromId', idSite: '101' },
      [200, ['https://two.example', 'https://www.two.org']],
    ],
    ['by address', byUrl('http://two.org'), found(101)],
    ['by address, other letters', byUrl('http://TWO.org/'), found(101)],
    ['by address, with a path', byUrl('http://two.org/a'), [200, []]],
    ['by address, without its path', byUrl('https://three.example'), [200, []]],
    ['by address, without its port', byUrl('https://four.example'), [200, []]],
    ['by address, its path', byUrl('http://www.three.example/shop/'), found(102)],
    ['by address, its port', byUrl('https://four.example:8080'), found(102)],
    ['by address, none', byUrl('https://three.org'), [200, []]],
    ['no more than', listOf({ limit: '1' }), [200, [withId(100)]]],
    ['no address', { method: 'SitesManager.addSite', siteName: 'a' }, [200, { value: expect.any(Number) }]],
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
      [200, error("Please specify a value for 'siteName'.")],
    ],
    [
      'record',
      { method: 'SitesManager.getSiteFromId', idSite: '100' },
      [
        200,
        {
          idsite: 100,
          name: 'one.example',
          main_url: 'https://one.example',
          ts_created: '2026-11-21 22:34:51',
          timezone: 'Europe/Berlin',
          timezone_name: expect.any(String),
          currency: 'EUR',
          currency_name: 'Euro',
          ecommerce: 0,
          sitesearch: 1,
          sitesearch_keyword_parameters: '',
          sitesearch_category_parameters: '',
          exclude_unknown_urls: 0,
          keep_url_fragment: 0,
          excluded_ips: '',
          excluded_parameters: '',
          excluded_user_agents: '',
          excluded_referrers: '',
          group: '',
          type: 'website',
          creator_login: 'admin',
        },
      ],
    ],
    [
      'no record',
      { method: 'SitesManager.getSiteFromId', idSite: '99999' },
      [200, error("An unexpected website was found in the request: website id was set to '99999' .")],
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
    ['all rights', { method: 'UsersManager.hasSuperUserAccess' }, [200, { value: true }]],
    [
      'unknown method',
      { method: 'SitesManager.nothing' },
      [
        400,
        error(
          "The method 'nothing' does not exist or is not available in the module '\\Piwik\\Plugins\\SitesManager\\API'.",
        ),
      ],
    ],
    [
      'unknown plugin',
      { method: 'Nothing.nothing' },
      [200, error(expect.stringMatching(/^The plugin Nothing is not enabled/))],
    ],
    ['several reads of nothing', { method: 'API.getBulkRequest' }, [200, error("Please specify a value for 'urls'.")]],
  ];
  test.each(rows)('%s', async (_what, fields, answer) => {
    matomo.put(['https://one.example']);
    matomo.put(['https://two.example', 'https://www.two.org']);
    matomo.put(['https://three.example/shop', 'https://a.example', 'http://four.example:8080']);
    expect(await raw({ ...fields, token_auth: matomo.key })).toEqual(answer);
  });

  // By its source, 4.0 to 5.2.
  test.each([
    ['', 100],
    ['-1', 101],
  ])('a list of 101, filter_limit "%s": %i of them, in several reads too', async (filter_limit, length) => {
    for (let n = 0; n < 101; n++) matomo.put([`https://s${n}.example`]);
    const method = 'SitesManager.getSitesIdWithAtLeastViewAccess';
    const asked = { ...(filter_limit ? { filter_limit } : {}), token_auth: matomo.key };
    expect((await raw({ method, ...asked }))[1]).toHaveLength(length);
    const [, [first]] = await raw({ method: 'API.getBulkRequest', 'urls[0]': `method=${method}`, ...asked });
    expect(first).toHaveLength(length);
  });

  it('an update clears the lists that it leaves out, and no address', async () => {
    matomo.put(['https://one.example', 'https://two.example'], { excluded_parameters: 'fbclid,gclid' });
    const fields = { method: 'SitesManager.updateSite', idSite: '100', siteName: 'x', excludedIps: '1.2.3.4' };
    await raw({ ...fields, token_auth: matomo.key });
    expect(matomo.rows[0]).toMatchObject({ excluded_parameters: '', excluded_ips: '1.2.3.4', urls: { length: 2 } });
  });
  const nobody: [what: string, method: string, headers: Record<string, string>, answer: [number, unknown]][] = [
    ['no token: a list', 'SitesManager.getSitesWithAdminAccess', {}, [200, []]],
    ['Bearer: a list', 'SitesManager.getSitesWithAdminAccess', { authorization: 'Bearer x' }, [200, []]],
    ['no token: a create', 'SitesManager.addSite', {}, [401, needs("a 'superuser' access")]],
    ['Bearer: a create', 'SitesManager.addSite', { authorization: 'Bearer x' }, [401, needs("a 'superuser' access")]],
    ['no token: a delete', 'SitesManager.deleteSite', {}, [401, needs("a 'superuser' access")]],
    ['no token: a record', 'SitesManager.getSiteFromId', {}, [401, needs("'view' access for the website id = 100")]],
    [
      'no token: its addresses',
      'SitesManager.getSiteUrlsFromId',
      {},
      [401, needs("'view' access for the website id = 100")],
    ],
    ['no token: an update', 'SitesManager.updateSite', {}, [401, needs("'admin' access for the website id = 100")]],
    ['no token: all rights', 'UsersManager.hasSuperUserAccess', {}, [200, { value: false }]],
    [
      'no token: several reads',
      'API.getBulkRequest',
      {},
      [200, [[], needs("'view' access for the website id = 100"), needs('view access for at least one website')]],
    ],
    ['no token: the version', 'API.getMatomoVersion', {}, [401, needs('view access for at least one website')]],
  ];
  test.each(nobody)('%s', async (_what, method, headers, answer) => {
    matomo.put(['https://one.example']);
    const several = [
      'SitesManager.getSitesIdWithAtLeastViewAccess',
      'SitesManager.getSiteFromId',
      'API.getMatomoVersion',
    ];
    const urls = several.map((one, index) => [`urls[${index}]`, `method=${one}&idSite=100`]);
    const fields = { idSite: '100', siteName: 'a', ...Object.fromEntries(urls) };
    expect(await raw({ method, ...fields }, headers)).toEqual(answer);
  });
  it('a second delete is an error with status 200', async () => {
    const fields = { method: 'SitesManager.deleteSite', idSite: matomo.put([]), token_auth: matomo.key };
    expect([await raw(fields), await raw(fields)]).toEqual([
      [200, { result: 'success', message: 'ok' }],
      [200, error('website id = 100 not found')],
    ]);
  });
  it('what is typed is shown so, and a name as long as its column, which holds HTML', async () => {
    const long = { siteName: `Tom & "Jerry" ${'j'.repeat(90)}`, urls: 'https://a.example/?a&b' };
    const lists = { excludedQueryParameters: 'a&b,"c"', excludedUserAgents: "x'y" };
    const { value } = (await raw({ method: 'SitesManager.addSite', ...long, ...lists, token_auth: matomo.key }))[1];
    const [, record] = await raw({ method: 'SitesManager.getSiteFromId', idSite: `${value}`, token_auth: matomo.key });
    expect(record).toMatchObject({
      name: expect.stringMatching(/^Tom & "Jerry" j{62}$/),
      main_url: 'https://a.example/?a&b',
      excluded_parameters: 'a&b,"c"',
      excluded_user_agents: "x'y",
    });
  });
  it('a website without an address has an empty one', async () => {
    const fields = { method: 'SitesManager.getSiteUrlsFromId', idSite: matomo.put([]), token_auth: matomo.key };
    expect(await raw(fields)).toEqual([200, ['']]);
  });
  it('the last website stays', async () => {
    const own = await startMatomo({ isAlone: true });
    const fields = { method: 'SitesManager.deleteSite', idSite: own.put([]), token_auth: own.key };
    const why =
      'It is not possible to delete this website as it is the only registered website. Add a new website first, then delete this one.';
    expect(await raw(fields, {}, own)).toEqual([200, error(why)]);
    await own.close();
  });
  it('what comes behind the script’s name in an address is passed over', async () => {
    const fields = { method: 'API.getMatomoVersion', token_auth: matomo.key };
    const url = `${matomo.url}/index.php`;
    expect(await raw(fields, {}, { ...matomo, url })).toEqual([200, { value: '5.3.1' }]);
  });
  // By its source: a refusal for want of rights was no HTTP error, a wrong token was nobody, numbers were texts, and texts HTML.
  const old: [what: string, method: string, token: string, answer: [number, unknown]][] = [
    ['a list', 'SitesManager.getSitesWithAdminAccess', '', [200, [expect.objectContaining({ idsite: '100' })]]],
    ['by address', 'SitesManager.getSitesIdFromSiteUrl', '', [200, [{ idsite: '100' }]]],
    ['a wrong token: a list', 'SitesManager.getSitesWithAdminAccess', 'x', [200, []]],
    ['a wrong token: a create', 'SitesManager.addSite', 'x', [200, error(expect.stringContaining('superuser'))]],
    ['a wrong token: the version', 'API.getMatomoVersion', 'x', [200, error(expect.any(String))]],
    ['a record', 'SitesManager.getSiteFromId', '', [200, expect.objectContaining({ name: 'Tom &amp; Jerry' })]],
    ['a wrong token: all rights', 'UsersManager.hasSuperUserAccess', 'x', [200, { value: false }]],
    ['an administrator: a create', 'SitesManager.addSite', '', [200, error(expect.stringContaining('superuser'))]],
    ['an administrator: all rights', 'UsersManager.hasSuperUserAccess', '', [200, { value: false }]],
  ];
  test.each(old)('version 4: %s', async (_what, method, token, answer) => {
    const own = await startMatomo({ version: '4.16.1', rights: 'admin' });
    own.put(['https://one.example'], { name: 'Tom & Jerry' });
    const fields = { method, url: 'https://one.example', idSite: '100', siteName: 'a', token_auth: token || own.key };
    expect(await raw(fields, {}, own)).toEqual(answer);
    await own.close();
  });
  test.each([
    ['an answer', '/index.php', [true, null]],
    ['a page', '/', [false, expect.stringMatching('session')]],
  ])('a number and a cookie: %s', async (_what, path, has) => {
    const body = new URLSearchParams({ module: 'API', method: 'API.getMatomoVersion' });
    const { headers } = await fetch(matomo.url + path, { method: 'POST', body });
    expect([headers.has('x-matomo-request-id'), headers.get('set-cookie')]).toEqual(has);
  });
  it('a wrong token: a page', async () => {
    expect(await raw({ method: 'API.getMatomoVersion', token_auth: 'x' })).toEqual([401, 'HTML']);
  });
});
