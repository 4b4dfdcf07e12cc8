import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { startUmami, uuidOf } from '../../sandbox/kinds/umami.ts';

let umami: Awaited<ReturnType<typeof startUmami>>;
beforeAll(async () => {
  umami = await startUmami();
});
beforeEach(() => umami.reset());
afterAll(() => umami.close());

const raw = async (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  { url } = umami,
) => {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${umami.key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return [response.status, text === '' ? '' : text.startsWith('<') ? 'HTML' : JSON.parse(text)];
};

describe('the stand-in answers as Umami 3.1 did', () => {
  const name = 'Shop';
  const site = { name, domain: 'shop.example.com' };
  const made = { ...site, shareId: null, teamId: null, deletedAt: null };
  const listed = expect.objectContaining({
    domain: 'two.example',
    userId: expect.any(String),
    user: expect.anything(),
  });
  const tooLong = (field: string) => ({
    error: expect.objectContaining({ properties: { [field]: { errors: [expect.stringContaining('Too big')] } } }),
  });
  const tooSmall = (field: string) => ({
    error: expect.objectContaining({ properties: { [field]: { errors: ['Too small: expected number to be >0'] } } }),
  });
  const ofDatabase = (code: string) => ({
    error: {
      message: 'Server error',
      code,
      status: 500,
      name: 'PrismaClientKnownRequestError',
      clientVersion: expect.any(String),
      meta: expect.anything(),
    },
  });
  const rows: [what: string, method: string, path: string, body: unknown, answer: [number, unknown]][] = [
    ['a create is 200', 'POST', '/websites', site, [200, expect.objectContaining(made)]],
    ['empty names', 'POST', '/websites', { name: '', domain: '' }, [200, expect.objectContaining({ domain: '' })]],
    ['nonsense', 'POST', '/websites', { name, domain: 'my site/a b' }, [200, expect.objectContaining({ name })]],
    ['a double', 'POST', '/websites', { name, domain: 'one.example' }, [200, expect.objectContaining({ name })]],
    [
      'an id of ours',
      'POST',
      '/websites',
      { ...site, id: uuidOf(9) },
      [200, expect.objectContaining({ id: uuidOf(9) })],
    ],
    ['the same id again', 'POST', '/websites', { ...site, id: uuidOf(1) }, [500, '']],
    [
      'shared from the start',
      'POST',
      '/websites',
      { ...site, shareId: 'new' },
      [200, expect.objectContaining({ shareId: 'new' })],
    ],
    ['a share id of another', 'POST', '/websites', { ...site, shareId: 'taken' }, [500, '']],
    [
      'a share id of another, in an update',
      'POST',
      `/websites/${uuidOf(1)}`,
      { shareId: 'taken' },
      [400, { error: expect.objectContaining({ message: 'That share ID is already taken.' }) }],
    ],
    [
      'an id that is no UUID',
      'POST',
      '/websites',
      { ...site, id: '17' },
      [400, { error: expect.objectContaining({ properties: { id: { errors: ['Invalid UUID'] } } }) }],
    ],
    [
      'a long name, in an update',
      'POST',
      `/websites/${uuidOf(1)}`,
      { name: 'n'.repeat(101) },
      [500, ofDatabase('P2000')],
    ],
    ['any characters', 'GET', '/websites?search=%25', undefined, [200, expect.objectContaining({ count: 2 })]],
    ['one character', 'GET', '/websites?search=t_o', undefined, [200, expect.objectContaining({ count: 1 })]],
    ['page 0', 'GET', '/websites?pageSize=0', undefined, [400, tooSmall('pageSize')]],
    ['a page that is no number', 'GET', '/websites?page=x', undefined, [400, tooSmall('page')]],
    ['whether a record is there', 'HEAD', `/websites/${uuidOf(1)}`, undefined, [200, '']],
    ['its own', 'GET', '/me/websites', undefined, [200, expect.objectContaining({ count: 2 })]],
    [
      'no domain',
      'POST',
      '/websites',
      { name },
      [
        400,
        {
          error: expect.objectContaining({
            code: 'bad-request',
            properties: { domain: { errors: [expect.any(String)] } },
          }),
        },
      ],
    ],
    ['a record', 'GET', `/websites/${uuidOf(1)}`, undefined, [200, expect.objectContaining({ domain: 'one.example' })]],
    ['an unknown id', 'GET', `/websites/${uuidOf(8)}`, undefined, [200, null]],
    ['an id that is none', 'GET', '/websites/17', undefined, [500, '']],
    [
      'absent fields stay',
      'POST',
      `/websites/${uuidOf(2)}`,
      { name },
      [200, expect.objectContaining({ name, shareId: 'taken' })],
    ],
    [
      'sharing ends',
      'POST',
      `/websites/${uuidOf(2)}`,
      { shareId: null },
      [200, expect.objectContaining({ shareId: null, updatedAt: '2026-11-21T22:33:22.789Z' })],
    ],
    ['PATCH', 'PATCH', `/websites/${uuidOf(1)}`, { name }, [405, '']],
    ['PUT', 'PUT', `/websites/${uuidOf(1)}`, { name }, [405, '']],
    ['a delete', 'DELETE', `/websites/${uuidOf(1)}`, undefined, [200, { ok: true }]],
    ['a delete of what is gone', 'DELETE', `/websites/${uuidOf(8)}`, undefined, [500, '']],
    [
      'past the end',
      'GET',
      '/websites?page=9&pageSize=10',
      undefined,
      [200, { data: [], count: 2, page: 9, pageSize: 10 }],
    ],
    [
      'past the end of a search',
      'GET',
      '/websites?page=9&pageSize=10&search=two',
      undefined,
      [200, { data: [], count: 1, page: 9, pageSize: 10, search: 'two' }],
    ],
    [
      'a part of a name',
      'GET',
      '/websites?search=TW',
      undefined,
      [200, expect.objectContaining({ count: 1, search: 'TW' })],
    ],
    [
      'a page',
      'GET',
      '/websites?page=2&pageSize=1',
      undefined,
      [200, { data: [listed], count: 2, page: 2, pageSize: 1 }],
    ],
    [
      'a team’s',
      'POST',
      '/websites',
      { ...site, teamId: uuidOf(500) },
      [200, expect.objectContaining({ teamId: uuidOf(500) })],
    ],
    ['a long name', 'POST', '/websites', { ...site, name: 'n'.repeat(101) }, [400, tooLong('name')]],
    ['a long domain', 'POST', '/websites', { name, domain: 'd'.repeat(501) }, [400, tooLong('domain')]],
    [
      'another name',
      'POST',
      `/websites/${uuidOf(1)}`,
      { name },
      [200, expect.not.objectContaining({ updatedAt: '2026-11-21T22:33:22.789Z' })],
    ],
    ['who is there now', 'GET', `/websites/${uuidOf(1)}/active`, undefined, [200, { visitors: 0 }]],
    ['that it is there', 'GET', '/heartbeat', undefined, [200, { ok: true }]],
    ['a wrong path', 'GET', '/nowhere', undefined, [404, 'HTML']],
  ];
  test.each(rows)('%s', async (_what, method, path, body, answer) => {
    umami.put('one.example');
    umami.put('two.example', { shareId: 'taken' });
    expect(await raw(method, path, body)).toEqual(answer);
  });
  it('a form', async () => {
    const form = await raw('POST', '/websites', 'domain=a.example', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form).toEqual([400, { error: expect.objectContaining({ errors: [expect.stringContaining('object')] }) }]);
  });
  test.each([
    ['a wrong key', { authorization: 'Bearer x' }],
    ['a key in another header', { authorization: '', 'x-umami-api-key': 'umami_made-up-key-for-tests-01' }],
    ['no key', { authorization: '' }],
  ])('%s', async (_what, headers) => {
    expect(await raw('GET', '/websites', undefined, headers)).toEqual([
      401,
      { error: { message: 'Unauthorized', code: 'unauthorized', status: 401 } },
    ]);
  });
  it('a website with a share id of another is made all the same', async () => {
    umami.put('two.example', { shareId: 'taken' });
    await raw('POST', '/websites', { ...site, shareId: 'taken' });
    expect(umami.rows).toMatchObject([{ shareId: 'taken' }, { domain: site.domain, shareId: null }]);
  });
  it('a second delete is not told from a failure', async () => {
    const path = `/websites/${umami.put('one.example')}`;
    expect([await raw('DELETE', path), await raw('DELETE', path)]).toEqual([
      [200, { ok: true }],
      [500, ''],
    ]);
  });
  it('what is wrong with a body is said before the key is looked at', async () => {
    expect(await raw('POST', '/websites', { name }, { authorization: 'Bearer x' })).toMatchObject([400, {}]);
  });
  it('an update of what is gone: its database’s word', async () => {
    expect(await raw('POST', `/websites/${uuidOf(8)}`, { name })).toEqual([500, ofDatabase('P2025')]);
  });

  // By its source, the same in 3.0 and 3.1.
  const [owned, joined, foreign] = [uuidOf(500), uuidOf(501), uuidOf(502)];
  const unauthorized = { error: { message: 'Unauthorized', code: 'unauthorized', status: 401 } };
  const counted = (count: number) => expect.objectContaining({ count });
  const withTeams = '/websites?includeTeams=true&pageSize=1';
  const onPage = (domain: string) => expect.objectContaining({ count: 2, data: [expect.objectContaining({ domain })] });
  const date = expect.stringMatching(/^\d{4}-.*Z$/);
  const dates = { createdAt: date, updatedAt: date };
  const team = (id: string) =>
    expect.objectContaining({
      id,
      logoUrl: null,
      deletedAt: null,
      ...dates,
      members: [expect.objectContaining({ id: expect.any(String), ...dates })],
    });
  const asUser: [what: string, method: string, path: string, answer: [number, unknown]][] = [
    ['its own', 'GET', '/websites', [200, counted(1)]],
    ['with teams: of those that it owns', 'GET', '/websites?includeTeams=true', [200, counted(2)]],
    ['its teams', 'GET', '/me/teams', [200, expect.objectContaining({ count: 2, data: [owned, joined].map(team) })]],
    ['a page of both: first its own', 'GET', `${withTeams}&page=1`, [200, onPage('mine.example')]],
    ['a page of both: then a team’s', 'GET', `${withTeams}&page=2`, [200, onPage('owned.example')]],
    ['a team’s', 'GET', `/teams/${joined}/websites?search=joined`, [200, counted(1)]],
    ['another team’s', 'GET', `/teams/${foreign}/websites`, [401, unauthorized]],
    [
      'one of a team',
      'GET',
      `/websites/${uuidOf(3)}`,
      [200, expect.objectContaining({ userId: null, teamId: joined })],
    ],
    ['somebody else’s', 'GET', `/websites/${uuidOf(4)}`, [401, unauthorized]],
    ['an unknown one', 'GET', `/websites/${uuidOf(9)}`, [401, unauthorized]],
    ['a delete of an unknown one', 'DELETE', `/websites/${uuidOf(9)}`, [401, unauthorized]],
  ];
  test.each(asUser)('to a user who is no administrator: %s', async (_what, method, path, answer) => {
    const teams = [
      { id: owned, role: 'team-owner' as const },
      { id: joined, role: 'team-member' as const },
    ];
    const own = await startUmami({ role: 'user', teams });
    own.put('mine.example', { id: uuidOf(7) });
    for (const [where, teamId] of Object.entries({ owned, joined, foreign })) own.put(`${where}.example`, { teamId });
    expect(await raw(method, path, undefined, {}, own)).toEqual(answer);
    await own.close();
  });
  it('whoever may only look makes none', async () => {
    const own = await startUmami({ role: 'view-only' });
    expect(await raw('POST', '/websites', site, {}, own)).toEqual([401, unauthorized]);
    await own.close();
  });
  it('before 2.19 an id of ours is passed over', async () => {
    const own = await startUmami({ takesIds: false });
    for (let n = 0; n < 2; n++) await raw('POST', '/websites', { ...site, id: uuidOf(9) }, {}, own);
    expect(own.rows.map(({ id }) => id === uuidOf(9))).toEqual([false, false]);
    await own.close();
  });
  it('whatever order is asked for, by id', async () => {
    for (const name of ['c', 'a', 'b']) umami.put(`${name}.example`);
    const [, answer] = await raw('GET', '/websites?orderBy=domain&sortDescending=true');
    expect(answer.data.map(({ domain }: { domain: string }) => domain)).toEqual([
      'c.example',
      'a.example',
      'b.example',
    ]);
  });
});
