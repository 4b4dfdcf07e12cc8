import { describe, expect, it, test } from 'vitest';
import { type Connection, call, type InputOf, type OperationName, type Problem } from '../../../lib/services/index.ts';
import { connection, least, names, problemOf, replying, titled } from './helpers.ts';

/** Calls with anything for an input; a request would fail the test. */
const refused = (name: OperationName, input: unknown, to: Partial<Connection> = {}): Promise<Problem> => {
  const fetch = () => {
    throw new Error('a request was made');
  };
  return problemOf(call(name, input as never, { ...connection, ...to }, { fetch }));
};

describe('an input that is refused', () => {
  const long = 'x'.repeat(1001);
  const strange = ['https://example.com', 'example.com/path', 'user@example.com', 'example.com?a', 'example.com#a'];
  const letters = ['example.com\\a', 'éexample.com', 'example.comé', 'my site.example', 'bücher.example'];
  const rows: [name: OperationName, input: unknown, field: string, said?: string][] = [
    ['websites.list', { page: 2 }, 'page'],
    ['websites.list', { per_page: 20 }, 'per_page'],
    ['websites.list', { per_page: '25' }, 'per_page'],
    ['websites.list', { sort: 'up' }, 'sort'],
    ['websites.list', { sort_by: 'created_at' }, 'sort_by'],
    ['websites.list', { search_by: 'project' }, 'search_by'],
    ['websites.list', { search: 7 }, 'search'],
    ['websites.list', { search: long }, 'search', 'Too long.'],
    ['websites.list', { cursor: '' }, 'cursor'],
    ['websites.list', { cursor: 'per_page=1000&page=2' }, 'cursor'],
    ['websites.list', { cursor: 'sort=up&page=2' }, 'cursor', 'Not a cursor of this list.'],
    ['websites.list', { cursor: 'page=2&sort_by=created_at' }, 'cursor'],
    ['websites.list', { cursor: `page=${'2'.repeat(2000)}` }, 'cursor'],
    ['websites.list', { cursor: Array.from({ length: 21 }, (_, n) => `p${n}=1`).join('&') }, 'cursor'],
    ['projects.list', { sort_by: 'id' }, 'sort_by'],
    ['projects.list', { search_by: 'domain' }, 'search_by'],
    ['websites.show', {}, 'id'],
    ['websites.show', { id: 5 }, 'id'],
    ['websites.show', { id: '' }, 'id'],
    ['websites.show', { id: '.' }, 'id'],
    ['websites.delete', { id: '..' }, 'id', 'Not a usable id.'],
    ['websites.delete', { id: '\ud800' }, 'id'],
    ['websites.delete', { id: 'x'.repeat(201) }, 'id'],
    ['websites.delete', { id: '5', domain: 'example.com' }, 'domain'],
    ['projects.delete', { project: '..' }, 'project'],
    ['projects.delete', {}, 'project'],
    ['websites.create', {}, 'domain'],
    ['websites.create', { domain: '' }, 'domain'],
    ...[...strange, ...letters].map((domain): [OperationName, unknown, string, string] => [
      'websites.create',
      { domain },
      'domain',
      'Not a bare host.',
    ]),
    ['websites.create', { domain: 'x'.repeat(254) }, 'domain'],
    ['websites.create', { domain: 'example.com', privacy: 3 }, 'privacy'],
    ['websites.create', { domain: 'example.com', privacy: '1' }, 'privacy'],
    ['websites.create', { domain: 'example.com', email: true }, 'email'],
    ['websites.create', { domain: 'example.com', exclude_bots: 2 }, 'exclude_bots'],
    ['websites.create', { domain: 'example.com', exclude_params: 'a' }, 'exclude_params'],
    ['websites.create', { domain: 'a.example', exclude_ips: ['a\rb'] }, 'exclude_ips', 'Not one line.'],
    ['websites.create', { domain: 'a.example', exclude_params: ['a\nb'] }, 'exclude_params', 'Not one line.'],
    ['websites.create', { domain: 'a.example', exclude_ips: [long] }, 'exclude_ips', 'Not one line.'],
    ['websites.create', { domain: 'a.example', exclude_ips: Array(1001).fill('') }, 'exclude_ips', 'Too many.'],
    ['websites.create', { domain: 'example.com', password: 'x' }, 'password'],
    ['websites.create', { domain: 'example.com', privacy: 1, password: 'x' }, 'password'],
    ['websites.create', { domain: 'example.com', privacy: 2, password: long }, 'password'],
    ['websites.create', { domain: 'example.com', url: 'x' }, 'url'],
    ['websites.update', { id: '5', domain: 'example.com', privacy: 1 }, 'domain'],
    ['websites.update', { id: '5', password: 'x' }, 'password', 'Only with privacy 2.'],
    ['websites.update', { id: '5', privacy: 0, password: 'x' }, 'password'],
    ['websites.update', { id: '5' }, 'input', 'Nothing to change.'],
    ['websites.update', { id: '5', privacy: undefined, password: '' }, 'input'],
    ['websites.update', { id: '..', privacy: 1 }, 'id'],
    ['websites.list', undefined, 'input'],
    ['websites.list', null, 'input'],
    ['websites.list', [], 'input'],
    ['websites.list', JSON.parse('{"constructor":1}'), 'constructor'],
  ];
  test.each(titled(rows))('%s', async (_title, name, input, field, said = expect.any(String)) => {
    const problem = await refused(name, input);
    expect(problem).toEqual({ kind: 'rejected', fields: { [field]: [said] } });
  });

  it('says all that is wrong', async () => {
    const { fields } = await refused('websites.show', { ID: '5' });
    expect(fields).toEqual({ id: ['Not a usable id.'], ID: ['Unknown field.'] });
  });

  it.each(['websites.purge', 'constructor', '__proto__', ''])('operation %j', async (name) => {
    expect(await refused(name as OperationName, {})).toEqual({ kind: 'rejected', code: 'unknown-name' });
  });

  it('has the first twenty of its unknown fields named', async () => {
    const unknown = Array.from({ length: 30 }, (_, n) => [n ? `field ${n}` : '\u200b', 1]);
    const { fields } = await refused('websites.list', Object.fromEntries(unknown));
    const names = ['?', ...Array.from({ length: 19 }, (_, n) => `field ${n + 1}`)];
    expect(fields).toEqual(Object.fromEntries(names.map((name) => [name, ['Unknown field.']])));
  });

  it('never becomes own data of __proto__', async () => {
    const problem = await refused('websites.list', JSON.parse('{"__proto__":{"per_page":10},"page":1}'));
    expect(problem.kind).toBe('rejected');
    expect(Object.keys(problem.fields ?? {})).toEqual(['page']);
  });
});

describe('an input that is sent', () => {
  const full = 'x'.repeat(1000);
  const rows: { [N in OperationName]: [name: N, input: InputOf<N>] }[OperationName][] = [
    ['websites.list', { search: full, search_by: 'domain', sort_by: 'domain', sort: 'desc', per_page: 10 }],
    ['websites.list', { sort_by: 'id', sort: 'asc', per_page: 50 }],
    ['websites.list', { cursor: 'page=2&search=x&search_by=domain&sort_by=id&sort=asc&per_page=100' }],
    ['websites.list', { cursor: 'page=2&sort_by=domain&sort=desc&per_page=25' }],
    ['websites.list', { cursor: `page=${'2'.repeat(1995)}` }],
    ['websites.list', { cursor: Array.from({ length: 20 }, (_, n) => `p${n}=1`).join('&') }],
    ['websites.list', { cursor: 'constructor=x&toString=y' }],
    ['projects.list', { search_by: 'project', sort_by: 'created_at' }],
    ['projects.list', { cursor: 'search_by=project&sort_by=project' }],
    ['websites.show', { id: '...' }],
    ['websites.show', { id: '.a' }],
    ['websites.show', { id: 'a..' }],
    ['websites.show', { id: 'x'.repeat(200) }],
    ['websites.create', { domain: 'x'.repeat(253) }],
    ['websites.create', { domain: '[2001:db8::1]:8080' }],
    ['websites.create', { domain: 'a.example', exclude_ips: Array(1000).fill('192.0.2.1'), exclude_params: [full] }],
    ['websites.create', { domain: 'a.example', privacy: 2, password: full }],
    ['websites.update', { id: '5', email: 0, password: '' }],
    ['websites.update', { id: '5', exclude_ips: [] }],
  ];
  test.each(titled(rows))('%s', async (_title, name, input) => {
    const answer = replying('', { status: 401 });
    expect(await problemOf(call(name, input as never, connection, answer))).toEqual({ kind: 'auth', status: 401 });
  });
});

describe('a connection that cannot be used', () => {
  const malformed = [
    'stats.example',
    '//stats.example',
    'http://stats.example',
    'http://127.0.0.2',
    'http://localhost.example',
    'ftp://stats.example',
    'ftp://localhost',
    'chrome-extension://abc',
    'https://user:secret@stats.example',
    'https://user@stats.example',
    'https://stats.example/?a=b',
    'https://stats.example/#a',
    'https://stats.example/a;b',
    'https://',
  ];
  test.each(['', ...malformed])('address %j', async (url) => {
    const problem = { kind: 'setup', code: url ? 'bad-address' : 'no-address' };
    for (const name of names) expect(await refused(name, least[name], { url })).toEqual(problem);
  });

  const keys = ['', 'two words', 'line\nbreak', 'kéy', '••••••••', 'k\u0000', 'x'.repeat(4097)];
  test.each(titled(keys.map((key) => [key])))('key %s', async (_title, key) => {
    const problem = { kind: 'setup', code: key ? 'bad-key' : 'no-key' };
    expect(await refused('websites.list', {}, { key })).toEqual(problem);
  });

  const headers: [name: string, headers: Record<string, string>][] = [
    ['a name that is none', { 'X Team': 'a' }],
    ['a value of two lines', { 'X-Team': 'a\r\nAuthorization: Bearer b' }],
    ['a letter that no header carries', { 'X-Team': 'ключ' }],
  ];
  test.each(headers)('a header with %s', async (_title, given) => {
    expect(await refused('websites.list', {}, { headers: given })).toEqual({ kind: 'setup', code: 'bad-headers' });
  });

  test.each(['analyticsV1', 'umami'] as const)('a header that would take the place of the key of %s', async (kind) => {
    const headers = { AUTHORIZATION: 'Basic x' };
    expect(await refused('websites.list', {}, { kind, headers })).toEqual({ kind: 'setup', code: 'key-header' });
  });
});
