import { readFile } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { call, type OperationName } from '../../lib/services/index.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import { titled } from '../unit/services/helpers.ts';
import { startPrism } from './prism.ts';
import { shared } from './services.ts';

const sandbox = await shared(startSandbox({ key: 'made-up-key-for-tests-0054' }));
const prism = await startPrism(sandbox.url);
beforeEach(() => {
  sandbox.addWebsite({ domain: 'one.example' });
  for (const project of ['one.example', 'mün chen/a?b#c.example']) sandbox.addProject({ project });
});
afterAll(() => prism.close());

/** Resolves to what Prism found wrong with a request; undefined if Prism let it pass. */
async function violations(answer: Response): Promise<string | undefined> {
  const isItsOwn = answer.headers.get('content-type')?.includes('problem+json');
  return answer.headers.get('sl-violations') ?? (isItsOwn ? await answer.text() : undefined);
}

const lists = { search: 'a b&c=d', sort: 'asc' } as const;
const settings = {
  password: 'pass word & more=ü\nx',
  email: 1,
  exclude_params: ['utm_source', 'ref&x=1'],
  exclude_ips: ['192.0.2.1', '2001:db8::1'],
} as const;

/** The requests of all operations, with all parameters and fields, and all values of fixed sets. */
const two = { domain: 'two.example' };
const requests: [name: OperationName, input: object, sent: string][] = [
  ['websites.list', {}, ''],
  [
    'websites.list',
    { ...lists, search_by: 'domain', sort_by: 'domain', per_page: 10 },
    'search search_by sort_by sort per_page',
  ],
  ['websites.list', { sort_by: 'id', sort: 'desc', per_page: 25 }, 'sort_by sort per_page'],
  ['websites.list', { per_page: 50 }, 'per_page'],
  ['websites.list', { per_page: 100, cursor: 'search=a&page=2' }, 'search page per_page'],
  ['websites.show', { id: '1' }, ''],
  ['websites.create', two, 'domain privacy'],
  [
    'websites.create',
    { ...two, privacy: 2, exclude_bots: 0, ...settings },
    'domain privacy exclude_bots password email exclude_params exclude_ips',
  ],
  ['websites.create', { ...two, privacy: 0, email: 0, exclude_bots: 1 }, 'domain privacy email exclude_bots'],
  [
    'websites.update',
    { id: '1', privacy: 2, exclude_bots: 0, ...settings },
    'privacy exclude_bots password email exclude_params exclude_ips',
  ],
  ['websites.update', { id: '1', privacy: 1 }, 'privacy'],
  [
    'websites.update',
    { id: '1', email: 0, exclude_bots: 1, exclude_params: [], exclude_ips: [] },
    'email exclude_bots exclude_params exclude_ips',
  ],
  ['websites.delete', { id: '1' }, ''],
  ['projects.list', {}, ''],
  [
    'projects.list',
    { ...lists, search_by: 'project', sort_by: 'project', per_page: 10 },
    'search search_by sort_by sort per_page',
  ],
  ['projects.list', { sort_by: 'created_at', sort: 'desc', per_page: 100 }, 'sort_by sort per_page'],
  ['projects.delete', { project: 'one.example' }, ''],
  ['projects.delete', { project: 'mün chen/a?b#c.example' }, ''],
];
const words = (text: string) => text.split(' ').filter(Boolean).sort();

describe('what is sent keeps to the interface', () => {
  async function send(name: OperationName, input: object) {
    const found: (string | undefined)[] = [];
    const spy: typeof fetch = async (...args) => {
      const answer = await fetch(...args);
      found.push(await violations(answer.clone()));
      return answer;
    };
    const connection = { url: prism.url, key: sandbox.key };
    await call(name, input as never, connection, { fetch: spy });
    return found;
  }

  test.each(titled(requests))('%s', async (_title, name, input, sent) => {
    expect(await send(name, input)).toEqual([undefined]);
    const [{ operation, query = {}, fields = {} } = {}] = sandbox.log;
    expect(operation).toBe(name);
    expect(Object.keys({ ...query, ...fields }).sort()).toEqual(words(sent));
  });

  it('by PUT too', async () => {
    sandbox.behave({ fault: { is: '405', times: 1 } });
    const update = { id: '1', privacy: 2, exclude_bots: 0, ...settings };
    expect(await send('websites.update', update)).toEqual([undefined, undefined]);
    expect(sandbox.log.map(({ method }) => method)).toEqual(['PATCH', 'PUT']);
  });

  it('and is all of it: every parameter and field that the facts name', async () => {
    const text = await readFile(new URL('service.openapi.yaml', import.meta.url), 'utf8');
    const named = [
      ...text.matchAll(/^ +(?:- \{ )?name: (\w+)(?=, in: query)|\{ name: (\w+), in: query|^ {16}(\w+): \{ /gm),
    ];
    const facts = new Set(named.map(([, a, b, c]) => a ?? b ?? c));
    const sent = new Set(requests.flatMap(([, , names]) => words(names)).filter((name) => name !== 'page'));
    expect([...sent].sort()).toEqual([...facts].sort());
  });
});

describe('what does not keep to it is found', () => {
  const form = 'application/x-www-form-urlencoded';
  type Change = { body?: string; headers?: Record<string, string> };
  type Wrong = [what: string, method: string, path: string, change?: Change];
  const asJson = { body: '{"domain":"two.example"}', headers: { 'content-type': 'application/json' } };
  const wrongs: Wrong[] = [
    ['a page size of its own', 'GET', '/api/v1/websites?per_page=20'],
    ['an order of its own', 'GET', '/api/v1/websites?sort=up'],
    ['the other list’s sort key', 'GET', '/api/v1/websites?sort_by=created_at'],
    ['the other list’s search key', 'GET', '/api/v1/projects?search_by=domain'],
    ['no word of JSON', 'GET', '/api/v1/websites', { headers: { accept: 'text/html' } }],
    ['no key', 'GET', '/api/v1/websites', { headers: { authorization: '' } }],
    ['no domain', 'POST', '/api/v1/websites', { body: 'privacy=1' }],
    ['an unknown privacy', 'POST', '/api/v1/websites', { body: 'domain=two.example&privacy=3' }],
    ['a flag in words', 'PATCH', '/api/v1/websites/1', { body: 'email=true' }],
    ['another media type', 'POST', '/api/v1/websites', asJson],
    ['no body', 'PATCH', '/api/v1/websites/1'],
    ['an operation there is not', 'GET', '/api/v1/projects/one.example'],
    ['a path there is not', 'GET', '/api/v2/websites'],
  ];
  test.each(wrongs)('%s', async (_what, method, path, { body, headers = {} } = {}) => {
    const usual = {
      accept: 'application/json',
      authorization: `Bearer ${sandbox.key}`,
      ...(body ? { 'content-type': form } : {}),
    };
    const answer = await fetch(prism.url + path, { method, headers: { ...usual, ...headers }, body: body ?? null });
    expect(await violations(answer)).toMatch(/stoplight\.io\/prism\/errors|code/);
    expect(sandbox.log).toEqual([]);
  });
});
