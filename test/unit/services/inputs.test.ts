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
  const rows: [name: OperationName, input: unknown, field: string][] = [
    ['websites.list', { page: 2 }, 'page'],
    ['websites.list', { per_page: 20 }, 'per_page'],
    ['websites.list', { per_page: '25' }, 'per_page'],
    ['websites.list', { sort: 'up' }, 'sort'],
    ['websites.list', { sort_by: 'created_at' }, 'sort_by'],
    ['websites.list', { search_by: 'project' }, 'search_by'],
    ['websites.list', { search: 7 }, 'search'],
    ['websites.list', { search: long }, 'search'],
    ['websites.list', { cursor: '' }, 'cursor'],
    ['websites.list', { cursor: 'per_page=1000&page=2' }, 'cursor'],
    ['websites.list', { cursor: 'sort=up&page=2' }, 'cursor'],
    ['websites.list', { cursor: 'page=2&sort_by=created_at' }, 'cursor'],
    ['websites.list', { cursor: `page=${'2'.repeat(2000)}` }, 'cursor'],
    ['websites.list', { cursor: Array.from({ length: 21 }, (_, n) => `p${n}=1`).join('&') }, 'cursor'],
    ['projects.list', { sort_by: 'id' }, 'sort_by'],
    ['projects.list', { search_by: 'domain' }, 'search_by'],
    ['websites.show', {}, 'id'],
    ['websites.show', { id: 5 }, 'id'],
    ['websites.show', { id: '' }, 'id'],
    ['websites.show', { id: '.' }, 'id'],
    ['websites.delete', { id: '..' }, 'id'],
    ['websites.delete', { id: '\ud800' }, 'id'],
    ['websites.delete', { id: 'x'.repeat(201) }, 'id'],
    ['websites.delete', { id: '5', domain: 'example.com' }, 'domain'],
    ['projects.delete', { project: '..' }, 'project'],
    ['projects.delete', {}, 'project'],
    ['websites.create', {}, 'domain'],
    ['websites.create', { domain: '' }, 'domain'],
    ['websites.create', { domain: 'https://example.com' }, 'domain'],
    ['websites.create', { domain: 'example.com/path' }, 'domain'],
    ['websites.create', { domain: 'user@example.com' }, 'domain'],
    ['websites.create', { domain: 'example.com?a' }, 'domain'],
    ['websites.create', { domain: 'example.com#a' }, 'domain'],
    ['websites.create', { domain: 'example.com\\a' }, 'domain'],
    ['websites.create', { domain: 'éexample.com' }, 'domain'],
    ['websites.create', { domain: 'example.comé' }, 'domain'],
    ['websites.create', { domain: 'my site.example' }, 'domain'],
    ['websites.create', { domain: 'bücher.example' }, 'domain'],
    ['websites.create', { domain: 'x'.repeat(254) }, 'domain'],
    ['websites.create', { domain: 'example.com', privacy: 3 }, 'privacy'],
    ['websites.create', { domain: 'example.com', privacy: '1' }, 'privacy'],
    ['websites.create', { domain: 'example.com', email: true }, 'email'],
    ['websites.create', { domain: 'example.com', exclude_bots: 2 }, 'exclude_bots'],
    ['websites.create', { domain: 'example.com', exclude_params: 'a' }, 'exclude_params'],
    ['websites.create', { domain: 'example.com', exclude_params: ['a\nb'] }, 'exclude_params'],
    ['websites.create', { domain: 'example.com', exclude_ips: Array(1001).fill('192.0.2.1') }, 'exclude_ips'],
    ['websites.create', { domain: 'example.com', password: 'x' }, 'password'],
    ['websites.create', { domain: 'example.com', privacy: 1, password: 'x' }, 'password'],
    ['websites.create', { domain: 'example.com', privacy: 2, password: long }, 'password'],
    ['websites.create', { domain: 'example.com', url: 'x' }, 'url'],
    ['websites.update', { id: '5', domain: 'example.com', privacy: 1 }, 'domain'],
    ['websites.update', { id: '5', password: 'x' }, 'password'],
    ['websites.update', { id: '5', privacy: 0, password: 'x' }, 'password'],
    ['websites.update', { id: '5' }, 'input'],
    ['websites.update', { id: '5', privacy: undefined, password: '' }, 'input'],
    ['websites.update', { id: '..', privacy: 1 }, 'id'],
    ['websites.list', undefined, 'input'],
    ['websites.list', null, 'input'],
    ['websites.list', [], 'input'],
    ['websites.list', JSON.parse('{"constructor":1}'), 'constructor'],
  ];
  test.each(titled(rows))('%s', async (_title, name, input, field) => {
    const problem = await refused(name, input);
    expect(problem).toEqual({ kind: 'rejected', fields: { [field]: [expect.any(String)] } });
  });

  const says: [name: OperationName, input: unknown, fields: Problem['fields']][] = [
    ['websites.show', { id: '..' }, { id: ['Not a usable id.'] }],
    ['websites.create', { domain: 'a b' }, { domain: ['Not a bare host.'] }],
    ['websites.create', { domain: 'a.example', exclude_ips: ['a\rb'] }, { exclude_ips: ['Not one line.'] }],
    ['websites.create', { domain: 'a.example', exclude_ips: [long] }, { exclude_ips: ['Not one line.'] }],
    ['websites.create', { domain: 'a.example', exclude_ips: Array(1001).fill('') }, { exclude_ips: ['Too many.'] }],
    ['websites.list', { search: long }, { search: ['Too long.'] }],
    ['websites.list', { cursor: 'sort=up' }, { cursor: ['Not a cursor of this list.'] }],
    ['websites.update', { id: '5', password: 'x' }, { password: ['Only with privacy 2.'] }],
    ['websites.update', { id: '5' }, { input: ['Nothing to change.'] }],
    ['websites.show', { ID: '5' }, { id: ['Not a usable id.'], ID: ['Unknown field.'] }],
  ];
  test.each(titled(says))('says what is wrong: %s', async (_title, name, input, fields) => {
    expect((await refused(name, input)).fields).toEqual(fields);
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
  const addresses: [address: string, code: string][] = [
    ['', 'no-address'],
    ['stats.example', 'bad-address'],
    ['//stats.example', 'bad-address'],
    ['http://stats.example', 'bad-address'],
    ['http://127.0.0.2', 'bad-address'],
    ['http://localhost.example', 'bad-address'],
    ['ftp://stats.example', 'bad-address'],
    ['ftp://localhost', 'bad-address'],
    ['chrome-extension://abc', 'bad-address'],
    ['https://user:secret@stats.example', 'bad-address'],
    ['https://user@stats.example', 'bad-address'],
    ['https://stats.example/?a=b', 'bad-address'],
    ['https://stats.example/#a', 'bad-address'],
    ['https://stats.example/a;b', 'bad-address'],
    ['https://', 'bad-address'],
  ];
  test.each(addresses)('address %j', async (address, code) => {
    for (const name of names) {
      const problem = await refused(name, least[name], { url: address });
      expect(problem).toEqual({ kind: 'setup', code });
    }
  });

  const keys: [key: string, code: string][] = [
    ['', 'no-key'],
    ['two words', 'bad-key'],
    ['line\nbreak', 'bad-key'],
    ['kéy', 'bad-key'],
    ['••••••••', 'bad-key'],
    ['k\u0000', 'bad-key'],
    ['x'.repeat(4097), 'bad-key'],
  ];
  test.each(titled(keys))('key %s', async (_title, key, code) => {
    expect(await refused('websites.list', {}, { key })).toEqual({ kind: 'setup', code });
  });

  const headers: [name: string, headers: Record<string, string>][] = [
    ['a name that is none', { 'X Team': 'a' }],
    ['a value of two lines', { 'X-Team': 'a\r\nAuthorization: Bearer b' }],
    ['a letter that no header carries', { 'X-Team': 'ключ' }],
  ];
  test.each(headers)('a header with %s', async (_title, given) => {
    expect(await refused('websites.list', {}, { headers: given })).toEqual({ kind: 'setup', code: 'bad-headers' });
  });
});
