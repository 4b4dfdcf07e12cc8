import { describe, expect, it, test } from 'vitest';
import { call, type Remembered } from '../../../lib/services/index.ts';
import { type Heard, json, type NextFault } from '../../sandbox/kinds/standIn.ts';
import { startUmami, uuidOf } from '../../sandbox/kinds/umami.ts';
import { problemOf } from '../../unit/services/helpers.ts';
import { connected } from '../services.ts';

const [owned, joined, viewed, foreign] = [500, 501, 502, 503].map(uuidOf) as [string, string, string, string];
const all = [
  { id: owned, role: 'team-owner', name: 'Crew' },
  { id: joined, role: 'team-member', name: 'Guests' },
  { id: viewed, role: 'team-view-only', name: 'Clients' },
] as const;
type Options = NonNullable<Parameters<typeof startUmami>[0]>;
const withTeams = (options: Options = {}) =>
  connected('umami', startUmami({ role: 'user', teams: [...all], ...options }));
const asks = (path: string) => (heard: Heard) => heard.path.endsWith(path);
const crew = { id: owned, name: 'Crew' };
const guests = { id: joined, name: 'Guests' };
const clients = { id: viewed, name: 'Clients' };

describe('the teams in which an account may create', () => {
  const rows: [what: string, options: Options, faults: [NextFault, string][], teams: object[]][] = [
    ['not those in which it only looks', {}, [], [crew, guests]],
    ['all, for an administrator', { role: 'admin' }, [], [crew, guests, clients]],
    ['none, for an account that may create nothing', { role: 'view-only' }, [], []],
    ['of an account without teams', { teams: [] }, [], []],
    ['all, where its own role is not known', {}, [[500, '/me']], [crew, guests, clients]],
    ['all, where its own role is not understood', {}, [[json({ user: 'x' }), '/me']], [crew, guests, clients]],
    ['none, on a server without teams', {}, [[404, '/me/teams']], []],
    [
      'those that can be read',
      {},
      [[json({ data: [7, { id: 'x' }, { id: owned }] }), '/me/teams']],
      [{ id: owned, name: owned }],
    ],
  ];
  test.each(rows)('%s', async (_what, options, faults, teams) => {
    const { fail, to } = await withTeams(options);
    for (const [fault, path] of faults) fail(fault, asks(path));
    expect(await call('teams.list', {}, to)).toEqual(teams);
  });
  it('are asked for again, where the account has joined another', async () => {
    const teams: Options['teams'] = [...all];
    const { to } = await withTeams({ teams });
    await call('teams.list', {}, to);
    teams.push({ id: foreign, role: 'team-manager', name: 'New' });
    expect(await call('teams.list', {}, to)).toContainEqual({ id: foreign, name: 'New' });
  });
  test.each<[NextFault, kind: string]>([
    [503, 'server'],
    [405, 'server'],
    [403, 'forbidden'],
    [json([]), 'shape'],
  ])('what is not told is not taken for none: %j', async (fault, kind) => {
    const { fail, to } = await withTeams();
    for (let n = 0; n < 2; n++) fail(fault, asks('/me/teams'));
    expect((await problemOf(call('teams.list', {}, to))).kind).toBe(kind);
  });
});

describe('whose a website is', () => {
  it('is told in lists, look-ups and records, and those of a team in which the account only looks are locked', async () => {
    const { put, to } = await withTeams();
    for (const [host, teamId, said] of [
      ['a.example', null, { team: null }],
      ['b.example', joined, { team: joined, team_name: 'Guests' }],
      ['c.example', viewed, { team: viewed, team_name: 'Clients', locked: 'not-allowed' }],
    ] as const) {
      const id = put(host, { teamId });
      expect(await call('websites.find', { host }, to)).toMatchObject({ items: [{ id, ...said }] });
      const shown = await call('websites.show', { id }, to);
      expect(shown).toMatchObject({ id, ...said });
      expect('locked' in shown).toBe('locked' in said);
    }
  });
  it('what the account may do is asked for again as long as it is not known', async () => {
    const { put, fail, to } = await withTeams();
    const id = put('a.example', { teamId: viewed });
    fail(500, asks('/me'));
    const locked = async () => (await call('websites.show', { id }, to)).locked;
    expect([await locked(), await locked()]).toEqual([undefined, 'not-allowed']);
  });
  it('an administrator may change all, and sees a website of a team that it is not in', async () => {
    const { put, to } = await withTeams({ role: 'admin' });
    const looked = await call('websites.show', { id: put('a.example', { teamId: viewed }) }, to);
    expect([looked.team_name, looked.locked]).toEqual(['Clients', undefined]);
    const other = await call('websites.show', { id: put('b.example', { teamId: foreign }) }, to);
    expect([other.team, other.team_name, other.locked]).toEqual([foreign, foreign, undefined]);
  });
  it('a record is shown though its team is not told', async () => {
    const { put, fail, to } = await withTeams();
    const id = put('a.example', { teamId: joined });
    for (let n = 0; n < 2; n++) fail(503, asks('/me/teams'));
    expect(await call('websites.show', { id }, to)).toMatchObject({ id, team: joined });
  });
});

describe('what is remembered of the teams', () => {
  const minute = 60_000;
  /** Returns a memory such as the worker's; `pass` lets time pass. */
  function remembering() {
    let kept: Remembered | undefined;
    return {
      get: async () => kept,
      async set(next: Remembered) {
        kept = next;
      },
      pass(ms: number) {
        if (kept) kept = { ...kept, at: kept.at - ms };
      },
    };
  }
  test.each<[what: string, after: number, times: number]>([
    ['for an hour', 60 * minute - 5000, 1],
    ['no longer', 60 * minute, 2],
    ['not where the clock was set back', -minute, 2],
  ])('%s', async (_what, after, times) => {
    const { log, to } = await withTeams();
    const memory = remembering();
    const lookUp = () => call('websites.find', { host: 'a.example' }, to, { memory });
    await lookUp();
    memory.pass(after);
    await lookUp();
    expect(log.filter(({ path }) => path.endsWith('/me/teams'))).toHaveLength(times);
  });
  it('a team that it has left meanwhile is passed over, one that it is in is not', async () => {
    const teams: NonNullable<Options['teams']> = [...all];
    const { put, fail, to } = await withTeams({ teams });
    const memory = remembering();
    put('a.example', { teamId: viewed });
    await call('teams.list', {}, to, { memory });
    const find = () => call('websites.find', { host: 'a.example' }, to, { memory });
    teams.shift();
    expect(await find()).toMatchObject({ items: [{ team: viewed }] });
    fail(401, asks(`/teams/${joined}/websites`));
    expect((await problemOf(find())).kind).toBe('auth');
  });
});

describe('a create for a team', () => {
  const create = (team: string | undefined, to: Awaited<ReturnType<typeof withTeams>>['to']) =>
    call('websites.create', { domain: 'a.example', ...(team ? { team } : {}) }, to);
  it('makes a website of the team', async () => {
    const { rows, to } = await withTeams();
    const made = await create(joined, to);
    expect(made).toMatchObject({ domain: 'a.example', team: joined, team_name: 'Guests' });
    expect(made).not.toHaveProperty('locked');
    expect(rows).toMatchObject([{ id: made?.id, teamId: joined, userId: null }]);
  });
  it('whose answer was lost is looked for under its own id', async () => {
    const { rows, fail, to } = await withTeams();
    fail('lose', ({ method }) => method === 'POST');
    expect(await create(joined, to)).toMatchObject({ team: joined, team_name: 'Guests' });
    expect(rows).toHaveLength(1);
  });
  test.each<[what: string, role: Options['role'], team: string]>([
    ['in which it only looks', 'user', viewed],
    ['that it is not in', 'user', foreign],
    ['that is gone, which an administrator is not told', 'admin', foreign],
    ['by an account that may create nothing', 'view-only', joined],
  ])('%s: nothing is sent', async (_what, role, team) => {
    const { rows, log, to } = await withTeams({ role });
    const problem = await problemOf(create(team, to));
    expect(problem).toMatchObject({ kind: 'rejected', code: 'no-team', fields: { team: [] } });
    expect([rows, log.filter(({ method }) => method === 'POST')]).toEqual([[], []]);
  });
  it('that cannot be asked for: nothing is sent, and that is said', async () => {
    const { fail, rows, to } = await withTeams();
    for (let n = 0; n < 2; n++) fail(503, asks('/me/teams'));
    expect(await problemOf(create(joined, to))).toMatchObject({ kind: 'server', unsent: true });
    expect(rows).toEqual([]);
  });
  it('is refused where the server has more than it told', async () => {
    const { fail, to } = await withTeams();
    fail(403, asks('/me/teams'));
    expect((await problemOf(create(foreign, to))).kind).toBe('forbidden');
  });
  it('is nothing that another kind knows', async () => {
    const problem = await problemOf(create(joined, { kind: 'matomo', url: 'https://m.example', key: 'x' }));
    expect(problem).toMatchObject({ kind: 'rejected', fields: { team: ['Not in this service.'] } });
  });
});

it('the code with which anybody joins a team, and the key that an answer repeats, go nowhere', async () => {
  const { put, fail, to } = await withTeams();
  const id = put('a.example', { teamId: joined });
  const said: unknown[] = [
    await call('teams.list', {}, to),
    await call('websites.show', { id }, to),
    await call('websites.list', {}, to),
    await call('websites.create', { domain: 'b.example', team: joined }, to),
  ];
  const secret = { accessCode: 'team_made-up', token: to.key };
  for (const answer of [{ ...secret }, { error: secret, message: `no ${to.key}` }]) {
    fail(json(answer, 200), asks('/me/teams'));
    said.push(await problemOf(call('teams.list', {}, to)));
  }
  expect(
    said.map((one) => JSON.stringify(one)).filter((text) => /team_made-up/.test(text) || text.includes(to.key)),
  ).toEqual([]);
});
