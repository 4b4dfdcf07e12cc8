import { describe, expect, it, test } from 'vitest';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { own, shared } from '../services.ts';

const matomo = await shared(startMatomo());

type Fields = Record<string, string>;
type Answer = [status: number, body: unknown];

/** Calls a method, by default of `SitesManager`. */
const raw = async (method: string, fields: Fields, headers: Fields = {}, { url } = matomo) => {
  const name = method.includes('.') ? method : `SitesManager.${method}`;
  const body = new URLSearchParams({ module: 'API', format: 'JSON', method: name, ...fields });
  const response = await fetch(`${url}/index.php`, { method: 'POST', headers, body });
  const text = await response.text();
  return [response.status, text.startsWith('<') ? 'HTML' : JSON.parse(text)];
};
const token = { token_auth: matomo.key };

const error = (message: unknown) => ({ result: 'error', message });
const done = { result: 'success', message: 'ok' };
const withId = (idsite: number) => expect.objectContaining({ idsite });
const list = 'getSitesWithAdminAccess';
const needs = (access: string) => error(`You can't access this resource as it requires ${access}.`);
const viewsNothing = needs('view access for at least one website');
const noSuperuser = needs("a 'superuser' access");
const one = { idSite: '100' };
const gone = { idSite: '9' };

describe('the stand-in answers as Matomo 5.3 did', () => {
  const ids = [100, 101, 102, 103];
  const names = ['one.example', 'two.example', 'three.example/shop', 'Nowhere'];
  const first = expect.objectContaining({ idsite: 100, main_url: 'https://one.example' });
  const three = ['https://three.example/shop', 'http://four.example:8080', 'https://a.example'];
  const made = { value: expect.any(Number) };
  const whole = {
    idsite: 100,
    name: 'one.example',
    main_url: 'https://one.example',
    ts_created: '2026-11-21 22:34:51',
    sitesearch_keyword_parameters: '',
    sitesearch_category_parameters: '',
    excluded_ips: '',
    excluded_parameters: '',
    excluded_user_agents: '',
    excluded_referrers: '',
    type: 'website',
  };
  const isNone = "An unexpected website was found in the request: website id was set to '9' .";
  const noMethod =
    "The method 'nothing' does not exist or is not available in the module '\\Piwik\\Plugins\\SitesManager\\API'.";
  const noPlugin = expect.stringMatching(/^The plugin Nothing is not enabled/);
  const several = { 'urls[0]': 'method=API.getMatomoVersion', 'urls[1]': 'method=SitesManager.getSiteFromId&idSite=9' };
  const last = 'Live.getLastVisitsDetails';
  const moment = { showColumns: 'lastActionTimestamp' };
  const week = { period: 'range', date: 'last7', enhanced: '1', showColumns: 'nb_visits' };
  const oneWeek = (idsite: number, nb_visits: number) => ({
    idsite,
    nb_visits,
    label: expect.any(String),
    main_url: expect.any(String),
  });
  const lastOf100 = `method=${last}&idSite=100&showColumns=lastActionTimestamp`;
  const figures = { 'urls[0]': lastOf100, 'urls[1]': `${lastOf100}&token_auth=${matomo.key}` };
  const alias = { fetchAliasUrls: '1', showColumns: 'main_url,alias_urls' };
  const rows: [what: string, method: string, fields: Fields, body: unknown, status?: number][] = [
    ['version', 'API.getMatomoVersion', {}, { value: '5.3.1' }],
    ['list', list, {}, [first, ...ids.slice(1).map(withId)]],
    ['some columns', list, { showColumns: 'idsite,name' }, names.map((name, at) => ({ idsite: ids[at], name }))],
    ['all addresses', list, alias, expect.arrayContaining([{ main_url: three[0], alias_urls: three }])],
    ['addresses of what is gone', 'getSiteUrlsFromId', gone, []],
    ['addresses where there are none', 'getSiteUrlsFromId', { idSite: '103' }, ['']],
    ['ids of what may be changed', 'getSitesIdWithAdminAccess', {}, ids],
    ['addresses', 'getSiteUrlsFromId', { idSite: '101' }, ['https://two.example', 'https://www.two.org']],
    ['no address', 'addSite', { siteName: 'a' }, made],
    ['create', 'addSite', { siteName: 'a', 'urls[0]': 'https://a.example' }, made],
    ['a double', 'addSite', { siteName: 'a', urls: 'https://one.example' }, made],
    ['nonsense', 'addSite', { siteName: 'a', urls: 'my site/a b' }, made],
    ['no name', 'addSite', { siteName: '' }, error("Please specify a value for 'siteName'.")],
    ['record', 'getSiteFromId', one, whole],
    ['no record', 'getSiteFromId', gone, error(isNone)],
    ['update', 'updateSite', { ...one, excludedIps: '1.2.3.4' }, done],
    ['a bad IP', 'updateSite', { ...one, excludedIps: 'no' }, error(expect.stringContaining('&quot;no&quot;'))],
    ['delete', 'deleteSite', one, done],
    ['delete what is gone', 'deleteSite', gone, error('website id = 9 not found')],
    ['several reads', 'API.getBulkRequest', several, [{ value: '5.3.1' }, error(expect.any(String))]],
    [
      'its last visit',
      last,
      { ...one, filter_limit: '1' },
      [expect.objectContaining({ lastActionTimestamp: 1795689179 })],
    ],
    ['its last visit, one column', last, { ...one, ...moment }, [{ lastActionTimestamp: 1795689179 }]],
    ['no visit', last, { idSite: '101', ...moment }, []],
    ['the last visit of what is gone', last, gone, error(isNone)],
    ['visits of all', 'MultiSites.getAll', week, ids.map((id, at) => oneWeek(id, at ? 0 : 1))],
    ['figures among several reads', 'API.getBulkRequest', figures, [[], [{ lastActionTimestamp: 1795689179 }]]],
    ['all rights', 'UsersManager.hasSuperUserAccess', {}, { value: true }],
    ['unknown method', 'nothing', {}, error(noMethod), 400],
    ['unknown plugin', 'Nothing.nothing', {}, error(noPlugin)],
    ['several reads of nothing', 'API.getBulkRequest', {}, error("Please specify a value for 'urls'.")],
  ];
  test.each(rows)('%s', async (_what, method, fields, body, status = 200) => {
    matomo.put(['https://one.example']);
    matomo.put(['https://two.example', 'https://www.two.org']);
    matomo.hits.add('100', 1795689179_000);
    matomo.put(['https://three.example/shop', 'https://a.example', 'http://four.example:8080']);
    matomo.put([]);
    expect(await raw(method, { ...fields, ...token })).toEqual([status, body]);
  });

  // According to the source of 4.0 to 5.2.
  test.each([
    ['', 100],
    ['-1', 101],
  ])('a list of 101, filter_limit "%s": %i of them, in several reads too', async (filter_limit, length) => {
    for (let n = 0; n < 101; n++) matomo.put([`https://s${n}.example`]);
    const ids = 'getSitesIdWithAtLeastViewAccess';
    const asked = { ...(filter_limit ? { filter_limit } : {}), ...token };
    expect((await raw(ids, asked))[1]).toHaveLength(length);
    const several = { 'urls[0]': `method=SitesManager.${ids}`, ...asked };
    expect((await raw('API.getBulkRequest', several))[1][0]).toHaveLength(length);
  });

  it('an update clears the lists that it leaves out, and no address', async () => {
    matomo.put(['https://one.example', 'https://two.example'], { excluded_parameters: 'fbclid,gclid' });
    await raw('updateSite', { ...one, siteName: 'x', excludedIps: '1.2.3.4', ...token });
    expect(matomo.rows[0]).toMatchObject({ excluded_parameters: '', excluded_ips: '1.2.3.4', urls: { length: 2 } });
  });
  // According to the source of 5.2.
  it('spaces and empty entries of its lists are dropped, and repeated ones but for IPs', async () => {
    matomo.put(['https://one.example']);
    const lists = { excludedIps: '1.2.3.4, 5.6.7.8,,1.2.3.4', excludedQueryParameters: 'a, b,,a' };
    expect(await raw('updateSite', { ...one, ...lists, ...token })).toEqual([200, done]);
    expect(matomo.rows[0]).toMatchObject({ excluded_ips: '1.2.3.4,5.6.7.8,1.2.3.4', excluded_parameters: 'a,b' });
  });
  const mayNotView = needs("'view' access for the website id = 100");
  const bearer = { authorization: 'Bearer x' };
  const nobody: [what: string, method: string, headers: Fields, answer: Answer][] = [
    ['no token: a list', list, {}, [200, []]],
    ['Bearer: a list', list, bearer, [200, []]],
    ['no token: a create', 'addSite', {}, [401, noSuperuser]],
    ['Bearer: a create', 'addSite', bearer, [401, noSuperuser]],
    ['no token: a delete', 'deleteSite', {}, [401, noSuperuser]],
    ['no token: a record', 'getSiteFromId', {}, [401, mayNotView]],
    ['no token: its addresses', 'getSiteUrlsFromId', {}, [401, mayNotView]],
    ['no token: an update', 'updateSite', {}, [401, needs("'admin' access for the website id = 100")]],
    ['no token: all rights', 'UsersManager.hasSuperUserAccess', {}, [200, { value: false }]],
    ['no token: several reads', 'API.getBulkRequest', {}, [200, [[], mayNotView, viewsNothing]]],
    ['no token: the version', 'API.getMatomoVersion', {}, [401, viewsNothing]],
  ];
  test.each(nobody)('%s', async (_what, method, headers, answer) => {
    matomo.put(['https://one.example']);
    const sites = ['getSitesIdWithAtLeastViewAccess', 'getSiteFromId'].map((name) => `SitesManager.${name}`);
    const urls = [...sites, 'API.getMatomoVersion'].map((name, n) => [`urls[${n}]`, `method=${name}&idSite=100`]);
    expect(await raw(method, { ...one, siteName: 'a', ...Object.fromEntries(urls) }, headers)).toEqual(answer);
  });
  it('what is typed is shown so, and a name as long as its column, which holds HTML', async () => {
    const long = { siteName: `Tom & "Jerry" ${'j'.repeat(90)}`, urls: 'https://a.example/?a&b' };
    const lists = { excludedQueryParameters: 'a&b,"c"', excludedUserAgents: "x'y" };
    const { value } = (await raw('addSite', { ...long, ...lists, ...token }))[1];
    const [, record] = await raw('getSiteFromId', { idSite: `${value}`, ...token });
    expect(record).toMatchObject({
      name: expect.stringMatching(/^Tom & "Jerry" j{62}$/),
      main_url: 'https://a.example/?a&b',
      excluded_parameters: 'a&b,"c"',
      excluded_user_agents: "x'y",
    });
  });
  it('the last website stays', async () => {
    const server = await own(startMatomo({ isAlone: true }));
    const why =
      'It is not possible to delete this website as it is the only registered website. Add a new website first, then delete this one.';
    expect(await raw('deleteSite', { idSite: server.put([]), ...token }, {}, server)).toEqual([200, error(why)]);
  });
  it('what comes behind the script’s name in an address is passed over', async () => {
    const beside = { ...matomo, url: `${matomo.url}/index.php` };
    expect(await raw('API.getMatomoVersion', token, {}, beside)).toEqual([200, { value: '5.3.1' }]);
  });
  // According to its source: missing rights were no HTTP error, and a wrong token counted as none.
  const noRight = error(expect.stringContaining('superuser'));
  const old: [what: string, method: string, token: string, body: unknown][] = [
    ['a list', list, '', [expect.objectContaining({ idsite: '100' })]],
    ['a wrong token: a list', list, 'x', []],
    ['a wrong token: a create', 'addSite', 'x', noRight],
    ['a wrong token: the version', 'API.getMatomoVersion', 'x', error(expect.any(String))],
    ['a record', 'getSiteFromId', '', expect.objectContaining({ name: 'Tom &amp; Jerry' })],
    ['a wrong token: all rights', 'UsersManager.hasSuperUserAccess', 'x', { value: false }],
    ['an administrator: a create', 'addSite', '', noRight],
    ['an administrator: all rights', 'UsersManager.hasSuperUserAccess', '', { value: false }],
  ];
  test.each(old)('version 4: %s', async (_what, method, given, body) => {
    const server = await own(startMatomo({ version: '4.16.1', rights: 'admin' }));
    server.put(['https://one.example'], { name: 'Tom & Jerry' });
    const fields = { ...one, siteName: 'a', token_auth: given || server.key };
    expect(await raw(method, fields, {}, server)).toEqual([200, body]);
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
    expect(await raw('API.getMatomoVersion', { token_auth: 'x' })).toEqual([401, 'HTML']);
  });
});

// To users with limited rights, as 5.3.1 answered.
const view = (id: number) => needs(`'view' access for the website id = ${id}`);
const admin = (id: number) => needs(`'admin' access for the website id = ${id}`);
// The user may view the first website, but not the second. In the last column, the user administers the third one.
const limited: [method: string, idSite: number, viewer: Answer, mixed?: Answer][] = [
  ['getSitesWithAdminAccess', 0, [200, []], [200, [withId(102)]]],
  ['getSitesIdWithAdminAccess', 0, [200, []], [200, [102]]],
  ['getSitesIdWithAtLeastViewAccess', 0, [200, [100, 102]]],
  ['getSitesWithAtLeastViewAccess', 0, [200, [withId(100), withId(102)]]],
  ['getSiteFromId', 100, [200, withId(100)]],
  ['getSiteUrlsFromId', 100, [200, ['https://one.example']]],
  ['getSiteFromId', 101, [401, view(101)]],
  ['getSiteUrlsFromId', 101, [401, view(101)]],
  ['getSiteUrlsFromId', 9, [401, view(9)]],
  ['updateSite', 100, [401, admin(100)]],
  ['updateSite', 102, [401, admin(102)], [200, { result: 'success', message: 'ok' }]],
  ['updateSite', 9, [401, admin(9)]],
  ['addSite', 0, [401, noSuperuser]],
  ['deleteSite', 102, [401, noSuperuser]],
];
const users = ['view', 'write', 'admin'] as const;
test.each(users.flatMap((rights) => limited.map((row): [typeof rights, ...typeof row] => [rights, ...row])))(
  'a user with the right to %s: %s of %i',
  async (rights, name, idSite, viewer, mixed = viewer) => {
    const server = await own(startMatomo({ rights }));
    server.put(['https://one.example'], { access: 'view' });
    server.put(['https://one.example/two'], { access: 'none' });
    server.put(['https://three.example']);
    const fields = { idSite: `${idSite}`, siteName: 'a', ...token };
    expect(await raw(name, fields, {}, server)).toEqual(rights === 'admin' ? mixed : viewer);
  },
);
test('a user without any website', async () => {
  const server = await own(startMatomo({ rights: 'view' }));
  expect(await raw('API.getMatomoVersion', token, {}, server)).toEqual([401, viewsNothing]);
});
