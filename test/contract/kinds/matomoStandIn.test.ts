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
    ['by address, none', { method: 'SitesManager.getSitesIdFromSiteUrl', url: 'https://three.org' }, [200, []]],
    [
      'no more than',
      { method: 'SitesManager.getSitesWithAdminAccess', limit: '1' },
      [200, [expect.objectContaining({ idsite: 100 })]],
    ],
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
    ['all rights', { method: 'UsersManager.hasSuperUserAccess' }, [200, { value: true }]],
    ['unknown method', { method: 'SitesManager.nothing' }, [400, error(expect.any(String))]],
  ];
  test.each(rows)('%s', async (_what, fields, answer) => {
    matomo.put(['https://one.example']);
    matomo.put(['https://two.example', 'https://www.two.org']);
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
    [
      'no token: a create',
      'SitesManager.addSite',
      {},
      [401, { result: 'error', message: expect.stringContaining('superuser') }],
    ],
    [
      'Bearer: a create',
      'SitesManager.addSite',
      { authorization: 'Bearer x' },
      [401, { result: 'error', message: expect.stringContaining('superuser') }],
    ],
    ['no token: several reads', 'API.getBulkRequest', {}, [200, []]],
    ['no token: the version', 'API.getMatomoVersion', {}, [401, { result: 'error', message: expect.any(String) }]],
  ];
  test.each(nobody)('%s', async (_what, method, headers, answer) => {
    matomo.put(['https://one.example']);
    expect(await raw({ method }, headers)).toEqual(answer);
  });
  it('a second delete is an error with status 200', async () => {
    const fields = { method: 'SitesManager.deleteSite', idSite: matomo.put([]), token_auth: matomo.key };
    expect([await raw(fields), await raw(fields)]).toEqual([
      [200, { result: 'success', message: 'ok' }],
      [200, error('website id = 100 not found')],
    ]);
  });
  it('what is typed is kept as HTML has it, and a name as long as its column is', async () => {
    const long = { siteName: `Tom & "Jerry" ${'j'.repeat(90)}`, urls: 'https://a.example/?a&b' };
    const { value } = (await raw({ method: 'SitesManager.addSite', ...long, token_auth: matomo.key }))[1];
    const [, record] = await raw({ method: 'SitesManager.getSiteFromId', idSite: `${value}`, token_auth: matomo.key });
    expect(record).toMatchObject({
      name: expect.stringMatching(/^Tom &amp; &quot;Jerry&quot; j{62}$/),
      main_url: 'https://a.example/?a&amp;b',
    });
  });
  it('a website without an address has an empty one', async () => {
    const fields = { method: 'SitesManager.getSiteUrlsFromId', idSite: matomo.put([]), token_auth: matomo.key };
    expect(await raw(fields)).toEqual([200, ['']]);
  });
  it('the last website stays', async () => {
    const own = await startMatomo({ isAlone: true });
    const fields = { method: 'SitesManager.deleteSite', idSite: own.put([]), token_auth: own.key };
    expect(await raw(fields, {}, own)).toEqual([200, error(expect.stringContaining('only registered website'))]);
    await own.close();
  });
  it('whoever may write is no administrator of anything', async () => {
    const own = await startMatomo({ rights: 'write' });
    const fields = { idSite: own.put([]), token_auth: own.key };
    const asked = ['getSitesWithAdminAccess', 'getSitesIdWithAtLeastViewAccess', 'updateSite'];
    const said = asked.map((name) => raw({ method: `SitesManager.${name}`, ...fields }, {}, own));
    const refused = error(expect.stringContaining('access for the website id = 100'));
    expect(await Promise.all(said)).toEqual([
      [200, []],
      [200, [100]],
      [401, refused],
    ]);
    await own.close();
  });
  it('what comes behind the script’s name in an address is passed over', async () => {
    const fields = { method: 'API.getMatomoVersion', token_auth: matomo.key };
    const url = `${matomo.url}/index.php`;
    expect(await raw(fields, {}, { ...matomo, url })).toEqual([200, { value: '5.3.1' }]);
  });
  // By its source: what stands in the way of one's rights was no HTTP error, a wrong token nobody, and numbers were texts.
  const old: [what: string, method: string, token: string, answer: [number, unknown]][] = [
    ['a list', 'SitesManager.getSitesWithAdminAccess', '', [200, [expect.objectContaining({ idsite: '100' })]]],
    ['by address', 'SitesManager.getSitesIdFromSiteUrl', '', [200, [{ idsite: '100' }]]],
    ['a wrong token: a list', 'SitesManager.getSitesWithAdminAccess', 'x', [200, []]],
    ['a wrong token: a create', 'SitesManager.addSite', 'x', [200, error(expect.stringContaining('superuser'))]],
    ['a wrong token: the version', 'API.getMatomoVersion', 'x', [200, error(expect.any(String))]],
    ['a wrong token: all rights', 'UsersManager.hasSuperUserAccess', 'x', [200, { value: false }]],
    ['an administrator: a create', 'SitesManager.addSite', '', [200, error(expect.stringContaining('superuser'))]],
    ['an administrator: all rights', 'UsersManager.hasSuperUserAccess', '', [200, { value: false }]],
  ];
  test.each(old)('version 4: %s', async (_what, method, token, answer) => {
    const own = await startMatomo({ version: '4.16.1', rights: 'admin' });
    own.put(['https://one.example']);
    const fields = { method, url: 'https://one.example', siteName: 'a', token_auth: token || own.key };
    expect(await raw(fields, {}, own)).toEqual(answer);
    await own.close();
  });
  it('every answer has a number, and a cookie', async () => {
    const body = new URLSearchParams({ module: 'API', method: 'API.getMatomoVersion' });
    const { headers } = await fetch(`${matomo.url}/index.php`, { method: 'POST', body });
    expect([headers.has('x-matomo-request-id'), headers.get('set-cookie')]).toEqual([
      true,
      expect.stringMatching('session'),
    ]);
  });
  it('a wrong token: a page', async () => {
    expect(await raw({ method: 'API.getMatomoVersion', token_auth: 'x' })).toEqual([401, 'HTML']);
  });
});
