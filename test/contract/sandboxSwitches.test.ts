import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { faults } from '../sandbox/faults.ts';
import { ask as askOf } from '../sandbox/probe.ts';
import { json } from '../sandbox/replies.ts';
import { type Behaviour, startSandbox } from '../sandbox/sandbox.ts';
import type { FieldStyle } from '../sandbox/shapes.ts';
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

test('a page of a list says where the next one is, and how many rows there are', async () => {
  sandbox.addWebsites(25);
  const saidBy = async (page: number) => {
    const { links, meta } = JSON.parse(await text(`${websites}?per_page=10&page=${page}`));
    return [links.next, meta.total];
  };
  expect(await saidBy(1)).toEqual([`${sandbox.url}${websites}?per_page=10&page=2`, 25]);
  expect(await saidBy(3)).toEqual([null, 25]);
});

describe('records', () => {
  test.each<[FieldStyle, holds: string]>([
    ['usual', '{"data":{"id":1,"domain":"a.example","privacy":2,"email":0,"password":true,"exclude_bots":1,'],
    ['password-text', '"password":"made-up"'],
    ['params', '"exclude_params":"a\\nb"'],
  ])('%s', async (style, holds) => {
    sandbox.addWebsite({ domain: 'a.example', privacy: 2, password: 'made-up', exclude_params: 'a\nb' });
    sandbox.behave({ fields: style });
    expect(await text(`${websites}/1`)).toContain(holds);
  });

  test('ids that are none', async () => {
    sandbox.addWebsite({ domain: 'a.example' });
    sandbox.behave({ ids: 'null' });
    expect(await text(websites)).toContain('"id":null,');
  });
});

describe('writes', () => {
  test('a domain may be there twice', async () => {
    sandbox.addWebsite({ domain: 'new.example' });
    expect(await status('POST', websites, fields)).toBe(422);
    sandbox.behave({ domains: 'duplicates' });
    expect(await status('POST', websites, fields)).toBe(201);
    expect(sandbox.websites()).toHaveLength(2);
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
  test('no name comes twice', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });

  // The outcome is tested with the client; this only tests that the fault changes the answer.
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
