import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { faults } from '../sandbox/faults.ts';
import type { PagingName } from '../sandbox/paging.ts';
import { ask as askOf } from '../sandbox/probe.ts';
import { json } from '../sandbox/replies.ts';
import { type Behaviour, startSandbox } from '../sandbox/sandbox.ts';
import { type EnvelopeName, envelopes, type FieldStyle, type IdStyle } from '../sandbox/shapes.ts';
import { shared } from './services.ts';

const websites = '/api/v1/websites';
const sandbox = await shared(startSandbox({ key: 'made-up-key-for-tests-0044' }));

const ask = (method: string, path: string, fields?: Record<string, string>) =>
  askOf(sandbox, method, path, fields && { fields });
const status = async (method: string, path: string, fields?: Record<string, string>) =>
  (await ask(method, path, fields)).status;
const text = async (path: string) => (await ask('GET', path)).text();
const one = { id: 1, domain: 'a.example' };
const fields = { domain: 'new.example' };

describe('lists', () => {
  const shapes: Record<EnvelopeName, unknown> = {
    laravel: { data: [one], status: 200 },
    bare: [one],
    named: { websites: [one] },
    data: { data: [one] },
    items: { items: [one] },
    results: { results: [one] },
    records: { records: [one] },
    'data.data': { data: { data: [one] } },
    'data.items': { data: { items: [one] } },
    'data.named': { data: { websites: [one] } },
    'json-api': { data: [{ type: 'record', id: 1, attributes: { domain: 'a.example' } }] },
    'keyed-bare': { 1: one },
    'data.keyed': { data: { 1: one } },
  };
  test.each(Object.keys(envelopes) as EnvelopeName[])('envelope %s', async (envelope) => {
    sandbox.addWebsite({ domain: 'a.example' });
    sandbox.behave({ envelope, paging: 'none', fields: 'sparse' });
    expect(JSON.parse(await text(websites))).toEqual(shapes[envelope]);
  });

  const nextOf = (body: { links?: { next?: unknown }; meta?: { next?: unknown }; next_page_url?: unknown }) =>
    body.links?.next ?? body.meta?.next ?? body.next_page_url;
  const page2 = `${websites}?per_page=10&page=2`;
  test.each<[PagingName, next: (base: string, foreignOrigin: string) => unknown]>([
    ['links', (base) => base + page2],
    ['links-relative', () => page2],
    ['links-query-only', () => '?per_page=10&page=2'],
    ['next_page_url', (base) => base + page2],
    ['meta.next', (base) => base + page2],
    ['total', () => undefined],
    ['none', () => undefined],
    ['next-elsewhere', (_, foreignOrigin) => foreignOrigin + page2],
    ['next-script', () => 'javascript:alert(1)'],
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

  test.each<[PagingName, page: number, seen: unknown]>([
    ['links', 3, { count: 5, total: 25 }],
    ['total-too-large', 1, { count: 10, total: 1025 }],
  ])('paging %s, page %i', async (paging, page, seen) => {
    sandbox.addWebsites(25);
    sandbox.behave({ paging });
    const { data, meta } = JSON.parse(await text(`${websites}?page=${page}`));
    expect({ count: data.length, total: meta.total }).toEqual(seen);
  });

  test.each([
    ['substring', 2],
    ['ignored', 3],
  ] as const)('search %s', async (search, count) => {
    for (const domain of ['a.example', 'my-A.example', 'b.example']) sandbox.addWebsite({ domain });
    sandbox.behave({ search });
    expect(JSON.parse(await text(`${websites}?search=a.example`)).data).toHaveLength(count);
  });
});

describe('records', () => {
  test.each<[FieldStyle, holds: string]>([
    ['usual', '{"data":{"id":1,"domain":"a.example","privacy":2,"email":0,"password":true,"exclude_bots":1,'],
    ['numbers-as-text', '"privacy":"2","email":"0"'],
    ['flags-as-booleans', '"email":false'],
    ['nulls', '"privacy":null,"email":null,"password":null'],
    ['sparse', '{"data":{"id":1,"domain":"a.example"}'],
    ['url-for-domain', '"url":"a.example"'],
    ['privacy-3', '"privacy":3'],
    ['password-text', '"password":"made-up"'],
    ['params', '"exclude_params":"a\\nb"'],
  ])('%s', async (style, holds) => {
    sandbox.addWebsite({ domain: 'a.example', privacy: 2, password: 'made-up', exclude_params: 'a\nb' });
    sandbox.behave({ fields: style });
    expect(await text(`${websites}/1`)).toContain(holds);
  });

  test.each<[IdStyle, holds: string]>([
    ['big', '"id":9007199254740993,'],
    ['fraction', '"id":1.5,'],
    ['null', '"id":null,'],
    ['missing', '[{"domain"'],
    ['..', '"id":"..",'],
    ['a/b', '"id":"a/1",'],
  ])('ids: %s', async (ids, holds) => {
    sandbox.addWebsite({ domain: 'a.example' });
    sandbox.behave({ ids });
    expect(await text(websites)).toContain(holds);
  });
});

describe('writes', () => {
  test.each<[Behaviour, status: number, domain: string | undefined, count: number]>([
    [{ write: { status: 200 } }, 200, 'new.example', 1],
    [{ write: { status: 202, record: false } }, 202, undefined, 1],
    [{ write: { status: 204 } }, 204, undefined, 1],
    [{ write: { stored: false } }, 201, 'new.example', 0],
    [{ domains: 'duplicates' }, 201, 'new.example', 1],
  ])('create under %j', async (behave, code, domain, count) => {
    sandbox.addWebsite({ domain: 'domains' in behave ? 'new.example' : 'a.example' });
    sandbox.behave(behave);
    const answer = await ask('POST', websites, fields);
    const body = await answer.text();
    expect([answer.status, body ? JSON.parse(body).data?.domain : undefined]).toEqual([code, domain]);
    expect(sandbox.websites()).toHaveLength(count + 1);
  });

  test('an update that is not stored', async () => {
    sandbox.addWebsite({ domain: 'a.example' });
    sandbox.behave({ write: { stored: false } });
    expect(await status('PATCH', `${websites}/1`, { email: '1' })).toBe(200);
    expect(sandbox.websites()).toMatchObject([{ email: 0 }]);
  });

  test('the rate limit counts, says so on every answer, and opens again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    sandbox.behave({ rateLimit: { limit: 2, windowMs: 300 } });
    const answers = [await ask('GET', websites), await ask('GET', websites), await ask('POST', websites, fields)];
    const said = ['x-ratelimit-remaining', 'retry-after'];
    expect(answers.map(({ status, headers }) => [status, ...said.map((name) => headers.get(name))])).toEqual([
      [200, '1', null],
      [200, '0', null],
      [429, '0', '1'],
    ]);
    expect(sandbox.websites()).toEqual([]);
    vi.setSystemTime(Date.now() + 300);
    expect(await status('POST', websites, fields)).toBe(201);
  });

  test.each<[string, keyof Behaviour, number]>([
    ['before the commit', 'delay', 0],
    ['after the commit', 'delayAnswer', 1],
  ])('a delay %s', async (_, place, early) => {
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    sandbox.behave({ [place]: promise });
    const answer = ask('POST', websites, fields);
    await expect.poll(() => [sandbox.log.length, sandbox.websites().length]).toEqual([1, early]);
    goOn();
    expect((await answer).status).toBe(201);
    expect(sandbox.websites()).toHaveLength(1);
  });

  test('without keep-alive every answer ends its connection', async () => {
    sandbox.behave({ keepAlive: false });
    expect((await ask('GET', websites)).headers.get('connection')).toBe('close');
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

  test.each<[what: string, behave: Behaviour, message: string]>([
    ['switch', { falut: '500' } as Behaviour, 'No such switch: falut'],
    ['fault', { fault: { is: 'nonsense', times: 1 } }, 'No such fault: nonsense'],
  ])('a %s that does not exist is a mistake', (_what, behave, message) => {
    expect(() => sandbox.behave(behave)).toThrow(message);
  });
});

describe('faults', () => {
  test('no name comes twice, and each says what to expect', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    expect(faults.filter(({ expected, says }) => !expected || !says)).toEqual([]);
  });

  // What comes of each is the client's to say; here only that it spoils the answer at all.
  test.each(faults)('$name is not the honest answer', ({ answer }) => {
    const query = 'per_page=25';
    const base = { base: 'http://a.test', foreignOrigin: 'http://b.test', path: websites, query };
    const honest = json(200, { data: [{ ...one, privacy: 1, exclude_ips: null }], links: {}, status: 200 });
    expect(answer(honest, { ...base, method: 'GET', operation: 'websites.list' })).not.toEqual(honest);
  });

  test.each([
    ['302-login', 'location', () => `${sandbox.url}/login`],
    ['302-other', 'location', () => `${sandbox.foreignUrl}${websites}?from=302+websites.list`],
    ['429-seconds', 'retry-after', () => '2'],
    ['429-huge', 'retry-after', () => '1000000000'],
    ['503-seconds', 'retry-after', () => '2'],
  ])('%s: its %s', async (fault, header, value) => {
    sandbox.behave({ fault });
    expect((await ask('GET', websites)).headers.get(header)).toBe(value());
  });
});
