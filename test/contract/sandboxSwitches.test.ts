import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask as askOf } from '../sandbox/probe.ts';
import { type Behaviour, type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { envelopes } from '../sandbox/shapes.ts';

const websites = '/api/v1/websites';
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ key: 'made-up-key-for-tests-0044' });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const ask = (method: string, path: string, fields?: Record<string, string>) =>
  askOf(sandbox, method, path, fields && { fields });
const status = async (method: string, path: string, fields?: Record<string, string>) =>
  (await ask(method, path, fields)).status;
const text = async (path: string) => (await ask('GET', path)).text();
const one = { id: 1, domain: 'a.example' };

describe('lists', () => {
  test.each<[keyof typeof envelopes, unknown]>([
    ['laravel', { data: [one], status: 200 }],
    ['bare', [one]],
    ['named', { websites: [one] }],
    ['data', { data: [one] }],
    ['items', { items: [one] }],
    ['results', { results: [one] }],
    ['records', { records: [one] }],
    ['data.data', { data: { data: [one] } }],
    ['data.items', { data: { items: [one] } }],
    ['data.named', { data: { websites: [one] } }],
    ['json-api', { data: [{ type: 'record', id: 1, attributes: { domain: 'a.example' } }] }],
    ['keyed-bare', { 1: one }],
    ['data.keyed', { data: { 1: one } }],
  ])('envelope %s', async (envelope, shape) => {
    sandbox.addWebsite({ domain: 'a.example' });
    sandbox.behave({ envelope, paging: 'none', fields: 'sparse' });
    expect(JSON.parse(await text(websites))).toEqual(shape);
  });

  test('each envelope has its row above', () => {
    expect(Object.keys(envelopes)).toHaveLength(13);
  });

  const nextOf = (body: { links?: { next?: unknown }; meta?: { next?: unknown }; next_page_url?: unknown }) =>
    body.links?.next ?? body.meta?.next ?? body.next_page_url;
  const page2 = '/api/v1/websites?per_page=10&page=2';
  test.each<[NonNullable<Behaviour['paging']> & string, (base: string, foreignOrigin: string) => unknown]>([
    ['links', (base) => base + page2],
    ['links-relative', () => page2],
    ['links-query-only', () => '?per_page=10&page=2'],
    ['next_page_url', (base) => base + page2],
    ['meta.next', (base) => base + page2],
    ['meta', () => undefined],
    ['total', () => undefined],
    ['none', () => undefined],
    ['next-elsewhere', (_, foreignOrigin) => foreignOrigin + page2],
    ['next-other-path', (base) => `${base}/landed?per_page=10&page=2`],
    ['next-other-scheme', (base) => `${base.replace('http', 'ftp')}${page2}`],
    ['next-with-user', (base) => `${base.replace('://', '://user:pass@')}${page2}`],
    ['next-script', () => 'javascript:alert(1)'],
    ['next-not-text', () => ({ href: ['x'] })],
    ['same-page', (base) => base + page2],
    ['always-next', (base) => base + page2],
  ])('paging %s', async (paging, next) => {
    sandbox.addWebsites(25);
    sandbox.behave({ paging });
    expect(nextOf(JSON.parse(await text(`${websites}?per_page=10`)))).toEqual(next(sandbox.url, sandbox.foreignUrl));
  });

  test('the Link header', async () => {
    sandbox.addWebsites(25);
    sandbox.behave({ paging: 'link-header', envelope: 'bare' });
    const link = (await ask('GET', `${websites}?page=2`)).headers.get('link');
    const to = (page: number) => `<${sandbox.url}${websites}?page=${page}>`;
    expect(link).toBe(`${to(1)}; rel="first", ${to(3)}; rel="last", ${to(1)}; rel="prev", ${to(3)}; rel="next"`);
  });

  test.each<[NonNullable<Behaviour['paging']> & string, number, unknown]>([
    ['links', 3, { count: 5, total: 25 }],
    ['same-page', 3, { count: 10, total: 25 }],
    ['always-next', 9, { count: 0, total: 25 }],
    ['total-too-large', 1, { count: 10, total: 1025 }],
    ['total-zero', 1, { count: 10, total: 0 }],
    ['total-negative', 1, { count: 10, total: -1 }],
    ['total-as-text', 1, { count: 10, total: '25' }],
  ])('paging %s, page %i', async (paging, page, seen) => {
    sandbox.addWebsites(25);
    sandbox.behave({ paging });
    const { data, meta } = JSON.parse(await text(`${websites}?page=${page}`));
    expect({ count: data.length, total: meta.total }).toEqual(seen);
  });
});

describe('records', () => {
  const shown = '"domain":"a.example","privacy":2,"email":0';
  test.each<[Behaviour, string]>([
    [{ record: 'data' }, `{"data":{"id":1,${shown}`],
    [{ record: 'bare' }, `{"id":1,${shown}`],
    [{ record: 'named' }, `{"website":{"id":1,${shown}`],
    [{ record: 'data.named' }, `{"data":{"website":{"id":1,${shown}`],
    [{ record: 'listed' }, `{"data":[{"id":1,${shown}`],
    [{ fields: 'numbers-as-text' }, '"privacy":"2","email":"0"'],
    [{ fields: 'flags-as-booleans' }, '"email":false'],
    [{ fields: 'nulls' }, '"privacy":null,"email":null,"password":null'],
    [{ fields: 'sparse' }, '{"data":{"id":1,"domain":"a.example"}'],
    [{ fields: 'url-for-domain' }, '"url":"a.example"'],
    [{ fields: 'privacy-3' }, '"privacy":3'],
    [{ fields: 'privacy-null' }, '"privacy":null,"email":0'],
    [{ fields: 'privacy-missing' }, '"domain":"a.example","email":0'],
    [{ fields: [] }, '"password":true'],
    [{ fields: 'password-text' }, '"password":"made-up"'],
    [{ fields: 'password-missing' }, '"email":0,"exclude_bots":1'],
    [{ fields: ['params', 'lists-as-arrays'] }, '"exclude_params":["a","b"]'],
    [{ fields: 'upper-case-domain' }, '"domain":"A.EXAMPLE"'],
    [{ fields: 'extra' }, '"visitors":12'],
  ])('%j', async (behave, holds) => {
    const row = { privacy: 2, password: 'made-up', exclude_params: 'a\nb' };
    sandbox.addWebsite({ domain: 'a.example', ...row });
    sandbox.behave(behave);
    expect(await text(`${websites}/1`)).toContain(holds);
  });

  test.each<[NonNullable<Behaviour['ids']> & string, string, string | undefined]>([
    ['int', '"id":1,', '1'],
    ['text', '"id":"1",', '1'],
    ['string', '"id":"site_1",', 'site_1'],
    ['uuid', '"id":"0190a1b2-c3d4-7e5f-8a9b-000000000001",', '0190a1b2-c3d4-7e5f-8a9b-000000000001'],
    ['big', '"id":9007199254740993,', '9007199254740993'],
    ['big-text', '"id":"9007199254740993",', '9007199254740993'],
    ['missing', '[{"domain"', undefined],
    ['null', '"id":null,', undefined],
    ['empty', '"id":"",', undefined],
    ['.', '"id":".",', undefined],
    ['..', '"id":"..",', undefined],
    ['a/b', '"id":"a/1",', 'a%2F1'],
    ['a?b', '"id":"a?1",', 'a%3F1'],
    ['a#b', '"id":"a#1",', 'a%231'],
    ['fraction', '"id":1.5,', undefined],
    ['negative', '"id":-1,', undefined],
    ['object', '"id":{"$oid":"1"},', undefined],
  ])('ids: %s', async (ids, holds, path) => {
    sandbox.addWebsite({ domain: 'a.example' });
    sandbox.behave({ ids });
    expect(await text(websites)).toContain(holds);
    if (path) expect(await status('DELETE', `${websites}/${path}`)).toBe(200);
    expect(sandbox.websites()).toHaveLength(path ? 0 : 1);
  });
});

describe('rules', () => {
  const fields = { domain: 'new.example' };
  test.each<[Behaviour, number, unknown, number]>([
    [{ write: { status: 200 } }, 200, 'new.example', 1],
    [{ write: { status: 202, record: false } }, 202, undefined, 1],
    [{ write: { status: 204 } }, 204, undefined, 1],
    [{ write: { stored: false } }, 201, 'new.example', 0],
  ])('create under %j', async (behave, code, domain, count) => {
    sandbox.behave(behave);
    const answer = await ask('POST', websites, fields);
    const body = await answer.text();
    expect([answer.status, body && JSON.parse(body).data?.domain, sandbox.websites().length]).toEqual([
      code,
      code === 204 ? '' : domain,
      count,
    ]);
  });

  test.each<[string, Behaviour, string, string, Record<string, string>, number]>([
    ['taken by another account', {}, 'POST', '', { domain: 'theirs.example' }, 422],
    ['duplicates', { domains: 'duplicates' }, 'POST', '', { domain: 'mine.example' }, 201],
    ['plan limit', { planLimit: 1 }, 'POST', '', fields, 422],
    ['strict domains', { domainCheck: 'strict' }, 'POST', '', { domain: 'example.com/a.html' }, 422],
    ['strict domains, punycode', { domainCheck: 'strict' }, 'POST', '', { domain: 'xn--bcher-kva.example' }, 201],
    ['privacy 2 without a password', {}, 'PATCH', '/1', { privacy: '2' }, 200],
    ['the same, where it is required', { passwordRule: 'required' }, 'PATCH', '/1', { privacy: '2' }, 422],
    ['the same, given', { passwordRule: 'required' }, 'PATCH', '/1', { privacy: '2', password: 'p' }, 200],
    ['empty number', { emptyValues: 'stored' }, 'PATCH', '/1', { privacy: '' }, 200],
    ['empty text', { emptyValues: 'rejected' }, 'PATCH', '/1', { exclude_ips: '' }, 422],
    ['no PATCH', { patch: '405' }, 'PATCH', '/1', { email: '1' }, 405],
    ['PUT instead', { patch: '405' }, 'PUT', '/1', { email: '1' }, 200],
    ['method override', { methodOverride: true }, 'POST', '/1', { _method: 'patch', email: '1' }, 200],
    ['no override', {}, 'POST', '/1', { _method: 'PATCH', email: '1' }, 405],
    ['no API in the plan', { apiAccess: false }, 'PUT', '/1', { email: '1' }, 403],
  ])('%s', async (_, behave, method, path, sent, code) => {
    sandbox.addWebsite({ domain: 'mine.example' });
    sandbox.addWebsite({ domain: 'theirs.example', owner: 'other' });
    sandbox.behave(behave);
    expect(await status(method, websites + path, sent)).toBe(code);
  });

  test.each<[NonNullable<Behaviour['search']> & string, number]>([
    ['substring', 3],
    ['case-sensitive', 2],
    ['exact', 1],
    ['prefix', 2],
    ['ignored', 4],
  ])('search %s', async (search, count) => {
    for (const domain of ['a.example', 'a.example.org', 'my-A.example', 'b.example']) sandbox.addWebsite({ domain });
    sandbox.behave({ search });
    expect(JSON.parse(await text(`${websites}?search=a.example`)).data).toHaveLength(count);
  });

  test('without keep-alive every answer ends its connection', async () => {
    sandbox.behave({ keepAlive: false });
    expect((await ask('GET', websites)).headers.get('connection')).toBe('close');
  });

  test('the second shape of 422', async () => {
    sandbox.behave({ refusal: 'message' });
    expect(await (await ask('POST', websites, {})).json()).toEqual({
      message: { domain: ['The domain field is required.'] },
      status: 422,
    });
  });

  test('the rate limit counts, says so on every answer, and opens again', async () => {
    sandbox.behave({ rateLimit: { limit: 2, windowMs: 300 } });
    const answers = [await ask('GET', websites), await ask('GET', websites), await ask('POST', websites, fields)];
    expect(answers.map((answer) => [answer.status, answer.headers.get('x-ratelimit-remaining')])).toEqual([
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ]);
    expect(answers.map((answer) => answer.headers.get('retry-after'))).toEqual([null, null, '1']);
    expect(sandbox.websites()).toEqual([]);
    await expect.poll(() => status('POST', websites, fields), { timeout: 5000 }).toBe(201);
  });

  test.each<[string, Behaviour, number]>([
    ['before the commit', { delay: 150 }, 0],
    ['after the commit', { delayAnswer: 150 }, 1],
  ])('a delay %s', async (_, behave, early) => {
    sandbox.behave(behave);
    const answer = ask('POST', websites, fields);
    await expect.poll(() => sandbox.log.length, { interval: 5 }).toBe(1);
    expect(sandbox.websites()).toHaveLength(early);
    expect((await answer).status).toBe(201);
    expect(sandbox.websites()).toHaveLength(1);
  });
});

describe('limited switches', () => {
  test('by operation, times, skip and condition; the first that applies is used; undefined turns one back', async () => {
    sandbox.behave({
      fault: [
        { is: '503', operation: 'websites.create', skip: 1, times: 2 },
        { is: '404', operation: ['websites.create', 'websites.list'], when: (request) => request.fields.email === '1' },
      ],
    });
    const seen: number[] = [];
    for (const [name, email] of ['a0', 'b0', 'c1', 'd1', 'e0'].map((word) => [...word]))
      seen.push(await status('POST', websites, { domain: `${name}.example`, email: email ?? '' }));
    expect(seen).toEqual([201, 503, 503, 404, 201]);
    expect(sandbox.log.map((entry) => entry.fault)).toEqual([undefined, '503', '503', '404', undefined]);
    sandbox.behave({ fault: '500' });
    expect(await status('GET', websites)).toBe(500);
    sandbox.behave({ fault: undefined });
    expect(await status('GET', websites)).toBe(200);
  });

  test('a switch that does not exist is a mistake', () => {
    expect(() => sandbox.behave({ falut: '500' } as Behaviour)).toThrow('No such switch: falut');
  });
});
