import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ask, ask as askOf } from '../sandbox/probe.ts';
import { describeRequest, startSandbox } from '../sandbox/sandbox.ts';
import { own, shared } from './services.ts';

const key = 'made-up-key-for-tests-0042';
const websites = '/api/v1/websites';
const projects = '/api/v1/projects';
const sandbox = await shared(startSandbox({ key }));

const ask = (method: string, path: string, more?: Ask) => askOf(sandbox, method, path, more);
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into, shape by shape
const read = async (method: string, path: string, more?: Ask): Promise<any> => (await ask(method, path, more)).json();
const three = () => sandbox.addWebsites(['a.example', 'b.example', 'my-a.example'].map((domain) => ({ domain })));

describe('operations', () => {
  test.each([
    ['', ['my-a.example', 'b.example', 'a.example']],
    ['?sort=asc', ['a.example', 'b.example', 'my-a.example']],
    ['?sort_by=domain&sort=desc', ['my-a.example', 'b.example', 'a.example']],
    ['?search=a.example', ['my-a.example', 'a.example']],
    ['?search=%25', []],
    ['?sort_by=nonsense&sort=up&per_page=7&search_by=id', ['my-a.example', 'b.example', 'a.example']],
    ['?page=2', []],
  ])('the list of websites %s', async (query, domains) => {
    three();
    const { data } = await read('GET', websites + query);
    expect(data.map((item: { domain: string }) => item.domain)).toEqual(domains);
  });
});

describe('refusals', () => {
  const row = { domain: 'new.example' };
  test.each<[string, string, string, Record<string, string> | undefined, number, string?]>([
    ['no domain', 'POST', websites, {}, 422, 'domain'],
    ['taken', 'POST', websites, { domain: 'a.example' }, 422, 'domain'],
    ['localhost', 'POST', websites, { domain: 'localhost' }, 422, 'domain'],
    ['a port', 'POST', websites, { domain: 'a.example:80' }, 422, 'domain'],
    ['IPv6', 'POST', websites, { domain: '[::1]' }, 422, 'domain'],
    ['Unicode', 'POST', websites, { domain: 'bücher.example' }, 422, 'domain'],
    ['nonsense that passes', 'POST', websites, { domain: 'example.com/a.html' }, 201],
    ['privacy 3', 'POST', websites, { ...row, privacy: '3' }, 422, 'privacy'],
    ['privacy empty', 'POST', websites, { ...row, privacy: '' }, 422, 'privacy'],
    ['email yes', 'POST', websites, { ...row, email: 'yes' }, 422, 'email'],
    ['bots 2', 'PATCH', `${websites}/1`, { exclude_bots: '2' }, 422, 'exclude_bots'],
    ['privacy 2 without a password', 'PATCH', `${websites}/1`, { privacy: '2' }, 200],
    ['IPs', 'PATCH', `${websites}/1`, { exclude_ips: '10.0.0.1\nnowhere' }, 422, 'exclude_ips'],
    ['IPs emptied', 'PATCH', `${websites}/1`, { exclude_ips: '' }, 200],
    ['no such website', 'GET', `${websites}/99`, undefined, 404],
    ['no such id', 'DELETE', `${websites}/nonsense`, undefined, 404],
    ['no such project', 'DELETE', `${projects}/none.example`, undefined, 404],
    ['no such route', 'GET', '/api/v1/else', undefined, 404],
    ['method of a list', 'DELETE', websites, undefined, 405],
    ['method of a record', 'POST', `${websites}/1`, { privacy: '1' }, 405],
    ['method of projects', 'POST', projects, { project: 'x' }, 405],
    ['method of a project', 'GET', `${projects}/a.example`, undefined, 405],
  ])('%s: %s %s', async (_, method, path, fields, status, field) => {
    three();
    const answer = await ask(method, path, fields && { fields });
    expect(answer.status).toBe(status);
    if (field) expect(Object.keys((await answer.json()).errors)).toEqual([field]);
  });

  test.each([
    ['application/json', 401],
    ['application/json, text/html', 401],
    ['text/html,application/json', 302],
    ['*/*', 302],
  ])('without a key and with Accept: %s', async (accept, status) => {
    const answer = await ask('GET', websites, { headers: { accept, authorization: '' } });
    const location = status === 302 ? `${sandbox.url}/login` : null;
    expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
  });

  test('each service has its own key, on its own port, under a sub-path', async () => {
    const two = await own(startSandbox({ key, seoKey: 'made-up-seo-key-0043', seoPort: 0, basePath: '/stats/' }));
    const status = async (address: string, bearer: string) =>
      (await fetch(address, { headers: { accept: 'application/json', authorization: `Bearer ${bearer}` } })).status;
    expect(new URL(two.url).pathname).toBe('/stats');
    expect(await status(two.url + websites, two.key)).toBe(200);
    expect(await status(two.url + websites, two.seoKey)).toBe(401);
    expect(await status(two.seoUrl + projects, two.seoKey)).toBe(200);
    expect(await status(two.seoUrl + projects, two.key)).toBe(401);
    expect(await status(two.seoUrl + websites, two.key)).toBe(404);
    expect(await status(new URL(websites, two.url).href, two.key)).toBe(404);
    expect(two.log.map((entry) => [entry.key, entry.keyOk])).toEqual([
      ['analytics', true],
      ['seo', false],
      ['seo', true],
      ['analytics', false],
      ['analytics', false],
      ['analytics', false],
    ]);
  });
});

describe('the log', () => {
  test('says what came, and never the key', async () => {
    await ask('POST', `${websites}?a=1`, { fields: { domain: 'x.example', password: 'hidden-word' } });
    expect(sandbox.log).toMatchObject([
      {
        method: 'POST',
        path: websites,
        query: { a: '1' },
        fields: { domain: 'x.example', password: 'hidden-word' },
        operation: 'websites.create',
        service: 'analytics',
        key: 'both',
        keyOk: true,
        cookie: false,
        accept: 'application/json',
        status: 201,
      },
    ]);
    expect(JSON.stringify(sandbox.log)).not.toContain(key);
    expect(describeRequest(sandbox.log[0] as never)).toBe(
      'POST /api/v1/websites?a=1 domain="x.example" password=•••• [key] -> 201',
    );
    sandbox.clearLog();
    expect(sandbox.log).toEqual([]);
  });

  test.each([
    ['GET', websites, true],
    ['POST', websites, true],
    ['DELETE', `${projects}/a.example`, true],
    ['GET', '/api/v1/unknown', true],
    ['GET', '/login', false],
  ])('%s %s beside a cookie is told when the service closes: %s', async (method, path, told) => {
    const other = await startSandbox({ key });
    const authorization = path.startsWith('/api') ? `Bearer ${key}` : undefined;
    await fetch(other.url + path, { method, headers: { cookie: 'a=b', ...(authorization && { authorization }) } });
    expect(other.log).toMatchObject([{ path, cookie: true }]);
    other.clearLog();
    const closed = other.close();
    await (told ? expect(closed).rejects.toThrow(`${method} ${path}`) : closed);
  });

  test('keeps a path as it was sent, and what reached another origin', async () => {
    await ask('GET', `${websites}/a%2Fb%20c`);
    await fetch(`${sandbox.foreignUrl}/x?y=1`, { method: 'POST', body: new URLSearchParams({ password: 'p' }) });
    expect(sandbox.log).toMatchObject([
      { path: `${websites}/a%2Fb%20c`, operation: 'websites.show', status: 404 },
      { path: '/x', service: 'foreign', fields: { password: 'p' } },
    ]);
  });
});

describe('pages', () => {
  test.each([
    ['/', 200, 'a.example'],
    ['/account/api', 200, key],
    ['/a.example', 200, 'private'],
    ['/none.example', 404, 'none.example'],
    ['/login', 200, 'Log in'],
    ['/js/script.js', 200, ''],
    ['/deep/nothing', 404, 'Nothing'],
  ])('%s', async (path, status, holds) => {
    three();
    const answer = await fetch(sandbox.url + path);
    expect([answer.status, (await answer.text()).includes(holds)]).toEqual([status, true]);
    expect(answer.headers.has('set-cookie')).toBe(path === '/login');
  });
});

describe('life', () => {
  test('records in a file outlive the service; reset empties everything', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const database = join(folder, 'records.sqlite');
    const first = await startSandbox({ database, key });
    first.addWebsite({ domain: 'kept.example' });
    await first.close();
    const second = await startSandbox({ database, key, behave: { fault: '404' } });
    expect(second.websites().map((row) => row.domain)).toEqual(['kept.example']);
    second.behave({ fault: '500' });
    second.reset();
    expect([second.websites(), second.log]).toEqual([[], []]);
    expect((await askOf(second, 'GET', websites)).status).toBe(404);
    await second.close();
    rmSync(folder, { recursive: true });
  });

  test('with answers under way it closes at once', async () => {
    const other = await startSandbox({ behave: { fault: 'hang' } });
    const answer = askOf(other, 'GET', websites).catch((error: Error) => error.name);
    await expect.poll(() => other.log.length).toBe(1);
    await other.close();
    expect(await answer).toBe('TypeError');
  });
});
