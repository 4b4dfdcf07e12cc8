import { describe, expect, it, test } from 'vitest';
import { type Connection, call, type OperationName } from '../../../lib/services/index.ts';
import { connection, impatient, json, least, names, problemOf, replying, serve } from './helpers.ts';

const accepted = { id: 5, domain: 'example.com' };
/** What each operation is answered with, so that it succeeds. */
const answerTo = (method: string) =>
  ({ GET: [accepted, { project: 'example.com' }], DELETE: { deleted: true } })[method] ?? { data: accepted };

describe('on the wire', () => {
  const everything = {
    privacy: 2,
    password: 'p&=+ ä\n',
    email: 0,
    exclude_bots: 1,
    exclude_params: ['utm_source', ' ref ', ''],
    exclude_ips: ['192.0.2.1', '2001:db8::/32'],
  } as const;
  const excluded = { exclude_params: 'utm_source\nref', exclude_ips: '192.0.2.1\n2001:db8::/32' };
  const form = { privacy: '2', password: 'p&=+ ä\n', email: '0', exclude_bots: '1', ...excluded };
  const lists = { search: 'a b&c', sort: 'asc', per_page: 100 } as const;
  const [ofWebsites, ofProjects] = [
    { ...lists, search_by: 'domain', sort_by: 'id' },
    { ...lists, search_by: 'project', sort_by: 'created_at' },
  ];

  const example = { domain: 'example.com' };
  const emptied = { id: '5', exclude_ips: [] };
  const asPrivate = { ...example, privacy: '1' };
  const cleared = { ...example, privacy: 0, password: '', exclude_params: [], exclude_ips: [' '] };
  const asked = (by: string) => `?search=a+b%26c&search_by=${by}&sort=asc&per_page=100`;
  const rows: [name: OperationName, input: unknown, line: string, form?: Record<string, string>][] = [
    ['websites.list', {}, 'GET /websites'],
    ['websites.list', { search: '', sort: undefined }, 'GET /websites'],
    ['websites.list', ofWebsites, `GET /websites${asked('domain&sort_by=id')}`],
    ['websites.list', { cursor: 'page=2&per_page=50' }, 'GET /websites?page=2&per_page=50'],
    ['websites.list', { per_page: 25, cursor: 'page=2&per_page=50' }, 'GET /websites?page=2&per_page=25'],
    ['projects.list', ofProjects, `GET /projects${asked('project&sort_by=created_at')}`],
    ['websites.show', { id: '5' }, 'GET /websites/5'],
    ['websites.create', example, 'POST /websites', asPrivate],
    ['websites.create', { ...example, privacy: undefined }, 'POST /websites', asPrivate],
    ['websites.create', { ...example, ...everything }, 'POST /websites', { ...example, ...form }],
    ['websites.create', cleared, 'POST /websites', { ...example, privacy: '0' }],
    ['websites.update', { id: '5', ...everything }, 'PATCH /websites/5', form],
    ['websites.update', { id: '5', email: 0 }, 'PATCH /websites/5', { email: '0' }],
    ['websites.update', { ...emptied, exclude_params: undefined }, 'PATCH /websites/5', { exclude_ips: '' }],
    ['websites.delete', { id: 'a/b?c#d e%2f' }, 'DELETE /websites/a%2Fb%3Fc%23d%20e%252f'],
    ['projects.delete', { project: '$& münchen.example/x' }, 'DELETE /projects/%24%26%20m%C3%BCnchen.example%2Fx'],
  ];
  test.each(rows)('%s %j', async (name, input, line, fields) => {
    await using server = await serve(({ method }, response) => json(response, 200, answerTo(method)));
    const to = { url: `${server.url}/app/`, key: 'made-up-key-0001' };
    await call(name, input as never, to);
    const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: '' }, ...more] = server.log;
    expect(more).toEqual([]);
    expect(`${method} ${url}`).toBe(line.replace(' ', ' /app/api/v1'));
    expect(headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer made-up-key-0001' });
    expect(headers['content-type']).toBe(fields && 'application/x-www-form-urlencoded');
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual(fields ?? {});
  });

  it('carries headers of its owner, which never stand in for its own', async () => {
    await using server = await serve(({ method }, response) => json(response, 200, answerTo(method)));
    const headers = { 'X-Team': 'a b', accept: 'text/html', 'content-type': 'text/plain' };
    for (const name of ['websites.list', 'websites.create'] as const)
      await call(name, least[name], { url: server.url, key: 'made-up-key-0001', headers });
    const ours = { 'x-team': 'a b', accept: 'application/json', authorization: 'Bearer made-up-key-0001' };
    expect(server.log.map((sent) => sent.headers)).toMatchObject([ours, ours]);
    const types = server.log.map((sent) => sent.headers['content-type']);
    expect(types).toEqual([undefined, 'application/x-www-form-urlencoded']);
  });
});

describe('as given to fetch', () => {
  test.each(names)('%s', async (name) => {
    const seen: [url: unknown, init?: RequestInit][] = [];
    const fetch = async (url: unknown, init?: RequestInit) => {
      seen.push([url, init]);
      return Response.json(answerTo(init?.method ?? ''));
    };
    await call(name, least[name], connection, { fetch });
    expect(seen).toHaveLength(1);
    const [[url, init] = []] = seen;
    expect(url).toMatch(/^https:\/\/stats\.example\/app\/api\/v1\//);
    const quiet = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer', mode: 'cors' };
    expect(init).toMatchObject({ redirect: 'manual', ...quiet });
    expect(init?.signal).toBeInstanceOf(AbortSignal);
    const hasBody = name === 'websites.create' || name === 'websites.update';
    expect(init?.body instanceof URLSearchParams).toBe(hasBody);
  });

  it('is called as a plain function', async () => {
    let self: unknown = 'not called';
    const fetch = async function (this: unknown) {
      self = this;
      return Response.json([]);
    };
    await call('websites.list', {}, connection, { fetch });
    expect(self).toBeUndefined();
  });

  const bases: [address: string, base: string][] = [
    ['https://stats.example', 'https://stats.example'],
    ['https://stats.example///', 'https://stats.example'],
    ['https://STATS.example:443/a//b/', 'https://stats.example/a/b'],
    ['https://stats.example:8443/a/./c/../b', 'https://stats.example:8443/a/b'],
    ['http://localhost:8080/a', 'http://localhost:8080/a'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['http://[::1]:1', 'http://[::1]:1'],
  ];
  test.each(bases)('address %s', async (address, base) => {
    let asked = '';
    const fetch = async (url: unknown) => {
      asked = String(url);
      return Response.json([]);
    };
    await call('websites.list', {}, { ...connection, url: address }, { fetch });
    expect(asked).toBe(`${base}/api/v1/websites`);
  });
});

describe('how often', () => {
  const at = (url: string): Connection => ({ url, key: 'made-up-key-0001' });
  const isRead = (name: OperationName) => name.endsWith('.list') || name.endsWith('.show');

  test.each(names)('%s: a read is sent again after 502, a write is not', async (name) => {
    await using server = await serve(({ method }, response, before) =>
      before ? json(response, 200, answerTo(method)) : json(response, 502),
    );
    const outcome = impatient(name, least[name], at(server.url));
    if (isRead(name)) await outcome;
    else expect(await problemOf(outcome)).toEqual({ kind: 'server', status: 502 });
    expect(server.log).toHaveLength(isRead(name) ? 2 : 1);
  });

  test.each(names)('%s: at most two reads and one write where the connection breaks', async (name) => {
    await using server = await serve((_sent, response) => response.destroy());
    expect(await problemOf(impatient(name, least[name], at(server.url)))).toEqual({ kind: 'network' });
    expect(server.log).toHaveLength(isRead(name) ? 2 : 1);
  });

  const once: [status: number, headers: Record<string, string>, sent: number][] = [
    [503, { 'retry-after': '2' }, 1],
    [503, { 'retry-after': '1' }, 2],
    [503, {}, 2],
    [504, {}, 2],
    [500, {}, 1],
    [429, { 'retry-after': '1' }, 1],
    [401, {}, 1],
    [404, {}, 1],
    [302, {}, 1],
    [200, {}, 1],
  ];
  test.each(once)('a read answered %d %j', async (status, headers, sent) => {
    await using server = await serve((_sent, response) => json(response, status, {}, headers));
    await problemOf(impatient('websites.list', {}, at(server.url)));
    expect(server.log).toHaveLength(sent);
  });

  const methods: [answers: number[], methods: string[], outcome: string][] = [
    [[200], ['PATCH'], 'ok'],
    [[405, 200], ['PATCH', 'PUT'], 'ok'],
    [[501, 200], ['PATCH', 'PUT'], 'ok'],
    [[405, 405], ['PATCH', 'PUT'], 'server'],
    [[405, 422], ['PATCH', 'PUT'], 'rejected'],
    [[404], ['PATCH'], 'missing'],
  ];
  test.each(methods)('an update answered %j goes by %j', async (answers, expected, outcome) => {
    await using server = await serve((_sent, response, before) =>
      json(response, answers[before] ?? 500, { data: accepted }),
    );
    const update = impatient('websites.update', { id: '5', privacy: 0, exclude_ips: [] }, at(server.url));
    if (outcome === 'ok') await update;
    else expect((await problemOf(update)).kind).toBe(outcome);
    expect(server.log.map(({ method }) => method)).toEqual(expected);
    expect(new Set(server.log.map(({ body }) => body))).toEqual(new Set(['privacy=0&exclude_ips=']));
  });

  it.each(['websites.create', 'websites.delete'] as const)('%s answered 405 is not sent another way', async (name) => {
    const problem = await problemOf(call(name, least[name], connection, replying({}, { status: 405 })));
    expect(problem).toEqual({ kind: 'server', status: 405 });
  });
});
