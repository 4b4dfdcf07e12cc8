import { describe, expect, it, test } from 'vitest';
import { call } from '../../../lib/services/index.ts';
import { connection, problemOf, replying } from './helpers.ts';

const list = (body: unknown) => call('websites.list', {}, connection, replying(body));
const rows = [
  { id: 7, domain: 'a.example' },
  { id: 3, domain: 'b.example' },
];
const [first] = rows;
const uuid = '0190a1b2-c3d4-7e5f-8a9b-000000000001';
/** Names under which there are no records. */
const beside = ['links', 'meta', 'pagination', 'errors', 'error', 'message', 'status', 'success'];
const many = (count: number) => Array.from({ length: count }, (_, n) => [`name ${n}`, n] as const);
const keyed = { 7: rows[0], 3: rows[1] };

describe('lists', () => {
  const readable: [name: string, body: unknown, ids?: string[]][] = [
    ['Laravel', { data: rows, links: { next: null }, meta: { links: [{ url: 'https://x.example', label: '1' }] } }],
    ['with a status', { data: rows, status: 200 }],
    ['with a word for success', { status: 'success', data: rows }],
    ['with no error', { error: null, errors: [], success: true, data: rows }],
    ['bare', rows],
    ['websites', { websites: rows }],
    ['items', { items: rows }],
    ['results', { results: rows }],
    ['records', { records: rows }],
    ['data.data', { data: { data: rows } }],
    ['data.items', { data: { items: rows } }],
    ['data.websites', { data: { websites: rows } }],
    ['an unknown name', { sites: rows }],
    ['an unknown name inside', { data: { sites: rows } }],
    ['under a known name, beside another list', { sites: [{ id: 1, domain: 'c.example' }], data: { items: rows } }],
    ['keyed by id', keyed, ['3', '7']],
    ['data keyed by id', { data: keyed }, ['3', '7']],
    ['keyed by id, without ids inside', { data: { 7: { domain: 'a.example' } } }, ['7']],
    ['keyed by id, without ids inside, of two digits', { data: { 42: { domain: 'a.example' } } }, ['42']],
    ['keyed by uuid', { [uuid]: { domain: 'a.example' } }, [uuid]],
    ['keyed by slug', { data: { one: { id: 'one', domain: 'a.example' } } }, ['one']],
    ['items, empty', { items: [] }, []],
    ['results, empty', { results: [] }, []],
    ['records, empty', { records: [] }, []],
    ['empty, with paging', { data: [], meta: {} }, []],
    ['empty', [], []],
    ['empty, named', { websites: [] }, []],
    ['empty, keyed', { data: {} }, []],
    ['junk between', { data: [null, 'x', 7, [], {}, first] }, ['7']],
    ['a row without a name, locked', { data: [{ id: 9 }, first] }, ['9', '7']],
  ];
  test.each(readable)('%s', async (_name, body, ids = ['7', '3']) => {
    expect((await list(body)).items.map(({ id }) => id)).toEqual(ids);
  });

  const unreadable: [name: string, body: unknown, code?: string][] = [
    ['empty', ''],
    ['an empty object', {}],
    ['an empty object under another name', { sites: {} }],
    ['null', 'null'],
    ['data null', { data: null }],
    ['true', 'true'],
    ['texts', { data: ['a.example'] }],
    ['texts alone', ['a.example', 'b.example']],
    ['keyed in part', { data: { 7: { domain: 'a.example' }, other: { domain: 'b.example' } } }],
    ...['x7', '7x', `x${uuid}`, `${uuid}x`].map((key): [string, unknown] => [
      `keyed by ${key}`,
      { data: { [key]: { domain: 'a.example' } } },
    ]),
    ...beside.map((name): [string, unknown] => [`only ${name} inside`, { data: { [name]: rows } }]),
    ['after fifty other names', { ...Object.fromEntries(many(50)), sites: rows }],
    ['one record', { data: first, status: 200 }],
    ['rows without any name', { data: [{ id: 1, name: 'a.example' }] }],
    ['three levels down', { data: { data: { data: rows } } }],
    ['an unknown name, empty', { sites: [] }],
    ['only paging', { meta: { links: [{ id: 1, url: 'https://a.example' }] } }],
    ['refusals', { data: null, messages: [{ text: 'no' }] }],
    ['a person with an address', { data: { user: { id: 1, url: 'https://a.example' } } }],
    ['not JSON', '<!doctype html><title>Log in</title>', 'html'],
    ['two documents', '[] []', 'not-json'],
    ['JSON cut off', '{"data":[{"id":1,', 'not-json'],
  ];
  test.each(unreadable)('unreadable: %s', async (_name, body, code = 'unreadable') => {
    expect(await problemOf(list(body))).toEqual({ kind: 'shape', status: 200, code });
  });

  it('takes keys that count from 0 for positions, not ids', async () => {
    const { items } = await list({ data: { 0: { domain: 'a.example' }, 1: { domain: 'b.example' } } });
    expect(items).toEqual([
      { id: '', domain: 'a.example', locked: 'no-id' },
      { id: '', domain: 'b.example', locked: 'no-id' },
    ]);
  });

  it.each(['bom', 'space'])('reads JSON after a %s', async (before) => {
    const text = `${before === 'bom' ? '\ufeff' : ' \r\n'}${JSON.stringify(rows)}`;
    expect((await list(text)).items).toHaveLength(2);
  });

  it('reads JSON under any content type', async () => {
    const answer = replying(rows, { headers: { 'content-type': 'text/html' } });
    expect((await call('websites.list', {}, connection, answer)).items).toHaveLength(2);
  });

  it.each([{ projects: [] }, { project: {} }, []])('reads no projects in %j', async (body) => {
    expect(await call('projects.list', {}, connection, replying(body))).toEqual({ items: [], more: false });
  });

  const named = [{ project: 'a.example' }];
  it.each([{ data: named }, { projects: named }, named])('reads projects in %j', async (body) => {
    expect((await call('projects.list', {}, connection, replying(body))).items).toEqual(named);
  });
});

describe('one record', () => {
  const show = (body: unknown) => call('websites.show', { id: '7' }, connection, replying(body));
  test.each([
    ['aB', true],
    ['ab', false],
  ])('an id is told from one of other letters’ case: %s', async (id, same) => {
    const shown = call('websites.show', { id: 'aB' }, connection, replying({ data: { id, domain: 'a.example' } }));
    await (same ? expect(shown).resolves.toMatchObject({ id }) : expect(shown).rejects.toThrow());
  });
  const known = { id: '7', domain: 'a.example' };

  test.each([
    ['data', { data: first, status: 200 }],
    ['bare', first],
    ['bare, with a status of its own', { ...first, status: 0 }],
    ['bare, not deleted', { ...first, deleted: false }],
    ['website', { website: first }],
    ['result', { result: first }],
    ['record', { record: first }],
    ['item', { item: first }],
    ['data.website', { data: { website: first } }],
    ['a list of it', { data: [first] }],
    ['without its id', { data: { domain: 'a.example' } }],
    ['older', { data: { id: 7, url: 'https://a.example/' } }],
  ])('%s', async (_name, body) => expect(await show(body)).toEqual(known));

  test.each([
    ['empty', ''],
    ['no domain', { data: { id: 7 } }],
    ['another record', { data: { id: 8, domain: 'b.example' } }],
    ['a list without it', { data: [{ id: 8, domain: 'b.example' }, { domain: 'a.example' }] }],
    ['an address that is not a website', { url: 'https://a.example/' }],
    ['null', 'null'],
  ])('unreadable: %s', async (_name, body) => expect(await problemOf(show(body))).toMatchObject({ kind: 'shape' }));
});

describe('writes', () => {
  const create = (body: unknown, init?: ResponseInit) =>
    call('websites.create', { domain: 'a.example' }, connection, replying(body, init));
  const update = (body: unknown, init?: ResponseInit) =>
    call('websites.update', { id: '7', privacy: 0 }, connection, replying(body, init));
  const made = { id: '7', domain: 'a.example' };

  const capitals = { id: '7', domain: 'A.Example' };
  const rowsOfWrites: [name: string, body: unknown, status: number, created?: object, updated?: object][] = [
    ['a record', { data: first, status: 200 }, 201, made, made],
    ['a record of 202', first, 202, made, made],
    ['the domain in capitals', capitals, 200, capitals, capitals],
    ['the domain alone', { domain: 'a.example' }, 200, { id: '', domain: 'a.example', locked: 'no-id' }, made],
    ['another record', { data: { id: 8, domain: 'b.example' } }, 200],
    ['no record', { message: 'Queued.' }, 202],
    ['a list', { data: rows }, 200],
    ['a list of it alone', { data: [first] }, 200],
    ['nothing', null, 204],
    ['an empty body', '', 200],
    ['white space', ' \n', 200],
    ['null', 'null', 200],
    ['true', 'true', 200],
  ];
  test.each(rowsOfWrites)('answered with %s', async (_name, body, status, created, updated) => {
    expect(await create(body, { status })).toEqual(created);
    expect(await update(body, { status })).toEqual(updated);
  });

  it.each([
    ['xn--bcher-kva.example', 'bücher.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example/'],
    ['xn--bcher-kva.example', 'XN--BCHER-KVA.EXAMPLE.'],
    ['Shop.Example.com', 'shop.example.com'],
    ['shop.example.com:8080', 'shop.example.com:8080'],
    ['www.shop.example.com', 'shop.example.com'],
    ['www.xn--bcher-kva.example', 'bücher.example'],
  ])('knows the domain that it sent: %s as %s', async (sent, domain) => {
    const record = { id: '7', domain };
    expect(await call('websites.create', { domain: sent }, connection, replying(record))).toEqual(record);
  });

  it.each([
    ['shop.example.com', 'www.shop.example.com'],
    ['blog.shop.example.com', 'shop.example.com'],
    ['www.shop.example.com', 'example.com'],
  ])('does not take another domain for the one that it sent: %s, %s', async (sent, domain) => {
    const answer = replying({ id: '7', domain });
    expect(await call('websites.create', { domain: sent }, connection, answer)).toBeUndefined();
  });

  it.each([null, '', 'null', { id: 7, object: 'website', deleted: true }, { message: 'Deleted.', status: 200 }])(
    'takes a delete answered with %j for done',
    async (body) => {
      const answer = replying(body, { status: body === null ? 204 : 200 });
      expect(await call('websites.delete', { id: '7' }, connection, answer)).toBeUndefined();
      expect(await call('projects.delete', { project: 'a.example' }, connection, answer)).toBeUndefined();
    },
  );

  it.each([first, { data: first }, { data: rows }, { data: { project: 'a.example' } }, [{ project: 'a.example' }]])(
    'does not take a delete answered with %j for done, since a GET may have been answered',
    async (body) => {
      const isProject = JSON.stringify(body).includes('project');
      const done = isProject
        ? call('projects.delete', { project: 'a.example' }, connection, replying(body))
        : call('websites.delete', { id: '7' }, connection, replying(body));
      expect(await problemOf(done)).toMatchObject({ kind: 'shape', code: 'unreadable' });
    },
  );
});
