import { describe, expect, it, test } from 'vitest';
import { startUmami, uuidOf } from '../../sandbox/kinds/umami.ts';
import { lastWeek } from '../../sandbox/kinds/umamiTracker.ts';
import { own, shared } from '../services.ts';

const umami = await shared(startUmami());
/** The time before all requests. */
const begun = Date.now();

/** Sends a request. `what`: a method and a path. */
const raw = async (what: string, body?: unknown, headers: Record<string, string> = {}, { url } = umami) => {
  const [method = '', path] = what.split(' ');
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${umami.key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return [response.status, text === '' ? '' : text.startsWith('<') ? 'HTML' : JSON.parse(text)];
};
const has = (fields: object) => expect.objectContaining(fields);
const counted = (count: number) => has({ count });

describe('the stand-in answers as Umami 3.1 did', () => {
  const name = 'Shop';
  const site = { name, domain: 'shop.example.com' };
  const made = { ...site, shareId: null, teamId: null, deletedAt: null };
  const listed = has({ domain: 'two.example', userId: expect.any(String) });
  const wrong = (field: string, said: unknown) => ({ error: has({ properties: { [field]: { errors: [said] } } }) });
  const tooLong = (field: string) => wrong(field, expect.stringContaining('Too big'));
  const tooSmall = (field: string) => wrong(field, 'Too small: expected number to be >0');
  const ofDatabase = (code: string) => ({ error: { message: 'Server error', code, status: 500 } });
  const unauthorized = { error: { message: 'Unauthorized', code: 'unauthorized', status: 401 } };
  const [first, second, absent] = [1, 2, 8].map((n) => `/websites/${uuidOf(n)}`);
  const date = '2026-11-21T22:33:22.789Z';
  const anyDate = expect.stringMatching(/^\d{4}-.*Z$/);
  const noDates = { startDate: null, endDate: null };
  const past = '/websites?page=9&pageSize=10';
  const ended = { data: [], page: 9, pageSize: 10 };
  const isTaken = { error: has({ message: 'That share ID is already taken.' }) };
  const noDomain = { error: has({ code: 'bad-request', properties: { domain: { errors: [expect.any(String)] } } }) };
  const rows: [what: string, asked: string, body: unknown, answer: unknown, status?: number][] = [
    ['a create is 200', 'POST /websites', site, has(made)],
    ['empty names', 'POST /websites', { name: '', domain: '' }, has({ domain: '' })],
    ['nonsense', 'POST /websites', { name, domain: 'my site/a b' }, has({ name })],
    ['a double', 'POST /websites', { name, domain: 'one.example' }, has({ name })],
    ['an id of ours', 'POST /websites', { ...site, id: uuidOf(9) }, has({ id: uuidOf(9) })],
    ['the same id again', 'POST /websites', { ...site, id: uuidOf(1) }, '', 500],
    ['shared from the start', 'POST /websites', { ...site, shareId: 'new' }, has({ shareId: 'new' })],
    ['a share id of another', 'POST /websites', { ...site, shareId: 'taken' }, '', 500],
    ['a share id of another, in an update', `POST ${first}`, { shareId: 'taken' }, isTaken, 400],
    ['an id that is no UUID', 'POST /websites', { ...site, id: '17' }, wrong('id', 'Invalid UUID'), 400],
    ['a long name, in an update', `POST ${first}`, { name: 'n'.repeat(101) }, ofDatabase('P2000'), 500],
    ['any characters', 'GET /websites?search=%25', undefined, counted(2)],
    ['one character', 'GET /websites?search=t_o', undefined, counted(1)],
    ['page 0', 'GET /websites?pageSize=0', undefined, tooSmall('pageSize'), 400],
    ['a page that is no number', 'GET /websites?page=x', undefined, wrong('page', expect.stringContaining('NaN')), 400],
    ['no domain', 'POST /websites', { name }, noDomain, 400],
    ['a record', `GET ${first}`, undefined, has({ domain: 'one.example' })],
    ['an unknown id', `GET ${absent}`, undefined, null],
    ['an id that is none', 'GET /websites/17', undefined, '', 500],
    ['absent fields stay', `POST ${second}`, { name }, has({ name, shareId: 'taken' })],
    ['sharing ends', `POST ${second}`, { shareId: null }, has({ shareId: null, updatedAt: date })],
    ['PATCH', `PATCH ${first}`, { name }, '', 405],
    ['PUT', `PUT ${first}`, { name }, '', 405],
    ['a delete', `DELETE ${first}`, undefined, { ok: true }],
    ['a delete of what is gone, not told from a failure', `DELETE ${absent}`, undefined, '', 500],
    ['an update of what is gone: its database’s word', `POST ${absent}`, { name }, ofDatabase('P2025'), 500],
    ['past the end', `GET ${past}`, undefined, { ...ended, count: 2 }],
    ['past the end of a search', `GET ${past}&search=two`, undefined, { ...ended, count: 1, search: 'two' }],
    ['a part of a name', 'GET /websites?search=TW', undefined, has({ count: 1, search: 'TW' })],
    ['a page', 'GET /websites?page=2&pageSize=1', undefined, { data: [listed], count: 2, page: 2, pageSize: 1 }],
    ['a team’s', 'POST /websites', { ...site, teamId: uuidOf(500) }, has({ teamId: uuidOf(500) })],
    ['a long name', 'POST /websites', { ...site, name: 'n'.repeat(101) }, tooLong('name'), 400],
    ['a long domain', 'POST /websites', { name, domain: 'd'.repeat(501) }, tooLong('domain'), 400],
    ['another name', `POST ${first}`, { name }, expect.not.objectContaining({ updatedAt: date })],
    ['its hits', `GET ${first}/daterange`, undefined, { startDate: '2026-11-01T00:00:00.000Z', endDate: anyDate }],
    ['no hits', `GET ${second}/daterange`, undefined, noDates],
    ['hits of an unknown id', `GET ${absent}/daterange`, undefined, noDates],
    ['hits of an id that is none', 'GET /websites/17/daterange', undefined, '', 500],
    ['what was counted', `GET ${first}/stats?${lastWeek()}`, undefined, has({ pageviews: 2, visits: 1 })],
    ['what was counted, ever', `GET ${first}/stats?startAt=0&endAt=${begun}`, undefined, has({ visits: 2 })],
    ['what was counted, of an unknown id', `GET ${absent}/stats?${lastWeek()}`, undefined, has({ visits: 0 })],
    ['what was counted, no range', `GET ${first}/stats`, undefined, { error: has({ code: 'bad-request' }) }, 400],
    ['that it is there', 'GET /heartbeat', undefined, { ok: true }],
    ['whose key it is, with the key', 'GET /me', undefined, has({ token: umami.key, user: has({ role: 'admin' }) })],
    ['a wrong path', 'GET /nowhere', undefined, 'HTML', 404],
  ];
  test.each(rows)('%s', async (_what, asked, body, answer, status = 200) => {
    umami.put('one.example');
    umami.put('two.example', { shareId: 'taken' });
    for (const at of [Date.parse('2026-11-01'), begun - 2000, begun - 1000]) umami.hits.add(uuidOf(1), at);
    expect(await raw(asked, body)).toEqual([status, answer]);
  });
  it('a form', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const noObject = { error: has({ errors: [expect.stringContaining('object')] }) };
    expect(await raw('POST /websites', 'domain=a.example', type)).toEqual([400, noObject]);
  });
  test.each([
    ['a wrong key', 'GET /websites', { authorization: 'Bearer x' }, 401],
    [
      'a wrong key beside a wrong body, which is looked at before',
      'POST /websites',
      { authorization: 'Bearer x' },
      400,
    ],
    ['a key in another header', 'GET /websites', { authorization: '', 'x-umami-api-key': umami.key }, 401],
    ['no key', 'GET /websites', { authorization: '' }, 401],
  ])('%s', async (_what, asked, headers, status) => {
    expect(await raw(asked, undefined, headers)).toMatchObject([status, status === 401 ? unauthorized : {}]);
  });
  it('a website with a share id of another is made all the same', async () => {
    umami.put('two.example', { shareId: 'taken' });
    await raw('POST /websites', { ...site, shareId: 'taken' });
    expect(umami.rows).toMatchObject([{ shareId: 'taken' }, { domain: site.domain, shareId: null }]);
  });

  // According to the source, the same in 3.0 and 3.1.
  const [owned, joined, foreign] = [uuidOf(500), uuidOf(501), uuidOf(502)];
  const members = ['team-owner', expect.any(String)].map((role) => has({ userId: expect.any(String), role }));
  const team = (id: string) => has({ id, members });
  const asUser: [what: string, asked: string, answer: unknown, status?: number][] = [
    ['its own', 'GET /websites', counted(1)],
    ['its teams', 'GET /me/teams', has({ count: 2, data: [owned, joined].map(team) })],
    ['a team’s', `GET /teams/${joined}/websites?search=joined`, counted(1)],
    ['hits of a team’s', `GET /websites/${uuidOf(3)}/daterange`, noDates],
    ['hits of somebody else’s', `GET /websites/${uuidOf(4)}/daterange`, unauthorized, 401],
    ['hits of an unknown one', `GET ${absent}/stats?${lastWeek()}`, unauthorized, 401],
    ['another team’s', `GET /teams/${foreign}/websites`, unauthorized, 401],
    ['one of a team', `GET /websites/${uuidOf(3)}`, has({ userId: null, teamId: joined })],
    ['somebody else’s', `GET /websites/${uuidOf(4)}`, unauthorized, 401],
    ['an unknown one', `GET ${absent}`, unauthorized, 401],
    ['a delete of an unknown one', `DELETE ${absent}`, unauthorized, 401],
  ];
  test.each(asUser)('to a user who is no administrator: %s', async (_what, asked, answer, status = 200) => {
    const teams = [
      { id: owned, role: 'team-owner' as const },
      { id: joined, role: 'team-member' as const },
    ];
    const server = await own(startUmami({ role: 'user', teams }));
    server.put('mine.example', { id: uuidOf(7) });
    for (const [where, teamId] of Object.entries({ owned, joined, foreign }))
      server.put(`${where}.example`, { teamId });
    expect(await raw(asked, undefined, {}, server)).toEqual([status, answer]);
  });
  const inTeam = (n: number) => `/websites/${uuidOf(n)}`;
  const views = { name: 'x', domain: 'x.example', teamId: joined };
  const gone = { ...views, teamId: foreign };
  type Role = NonNullable<Parameters<typeof startUmami>[0]>['role'];
  /** To a member, to one who only looks in the team, to one who only looks, and to an administrator. */
  const ofTeams: [what: string, asked: string, body: unknown, answers: number[]][] = [
    ['its record', `GET ${inTeam(1)}`, undefined, [200, 200, 200, 200]],
    ['a create', 'POST /websites', views, [200, 401, 401, 200]],
    ['a create outside of it', 'POST /websites', site, [200, 200, 401, 200]],
    ['a create in a team that is gone', 'POST /websites', gone, [401, 401, 401, 200]],
    ['an update', `POST ${inTeam(1)}`, { name: 'x' }, [200, 401, 200, 200]],
    ['a delete', `DELETE ${inTeam(1)}`, undefined, [200, 401, 200, 200]],
  ];
  test.each(ofTeams)('rights in a team: %s', async (_what, asked, body, answers) => {
    const status = async (role: Role, inIt: 'team-member' | 'team-view-only' | undefined) => {
      const server = await own(startUmami({ role, teams: inIt ? [{ id: joined, role: inIt }] : [] } as never));
      server.put('team.example', { teamId: joined });
      return (await raw(asked, body, {}, server))[0];
    };
    expect([
      await status('user', 'team-member'),
      await status('user', 'team-view-only'),
      await status('view-only', 'team-member'),
      await status('admin', undefined),
    ]).toEqual(answers);
  });
  it('before 2.19 an id of ours is passed over', async () => {
    const server = await own(startUmami({ takesIds: false }));
    for (let n = 0; n < 2; n++) await raw('POST /websites', { ...site, id: uuidOf(9) }, {}, server);
    expect(server.rows.map(({ id }) => id === uuidOf(9))).toEqual([false, false]);
  });
  it('whatever order is asked for, by id', async () => {
    for (const name of ['c', 'a', 'b']) umami.put(`${name}.example`);
    const [, { data }] = await raw('GET /websites?orderBy=domain&sortDescending=true');
    expect(data).toMatchObject([{ domain: 'c.example' }, { domain: 'a.example' }, { domain: 'b.example' }]);
  });
});
