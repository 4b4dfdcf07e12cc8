import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { jobWith } from '@/lib/jobs/store.ts';
import { connections, get, type OwnSettings } from '@/lib/storage/settings.ts';
import { startUmami, uuidOf } from '../../sandbox/kinds/umami.ts';
import { storedAt } from '../records/seed.ts';
import { askAsPage } from './ask.ts';

const [joined, viewed, foreign] = [501, 502, 503].map(uuidOf) as [string, string, string];
const usual = [
  { id: joined, role: 'team-member', name: 'Guests' },
  { id: viewed, role: 'team-view-only', name: 'Clients' },
] as const;
const teams: NonNullable<NonNullable<Parameters<typeof startUmami>[0]>['teams']> = [];
let umami: Awaited<ReturnType<typeof startUmami>>;
beforeAll(async () => {
  umami = await startUmami({ role: 'user', teams });
});
beforeEach(() => {
  umami.reset();
  teams.splice(0, teams.length, ...usual);
});
afterAll(() => umami.close());

const save = (own?: OwnSettings, ours = { url: umami.url, key: umami.key }) =>
  askAsPage('connection.save', { services: { analytics: ours }, keep: 'always', ...(own ? { own } : {}) });
const connected = async () => (await get(connections)).list[0];
const ask = async (name: string, input: object) =>
  askAsPage(name, input, { account: (await connected())?.account ?? '' });

const guests = { team: joined, teamName: 'Guests' };
test.each<[what: string, own: OwnSettings | undefined, after: object]>([
  ['stays where only the address is saved', undefined, guests],
  ['stays where a page knows of no team', { name: 'Ours' }, guests],
  ['is replaced', { team: viewed, teamName: 'Clients' }, { team: viewed, teamName: 'Clients' }],
  ['is taken away', { team: '' }, { team: undefined, teamName: undefined }],
  ['stays where another value is given', { team: 5 as never }, guests],
])('the team of new websites %s', async (_what, own, after) => {
  await save(guests);
  await save(own);
  const { team, teamName } = (await connected()) ?? {};
  expect({ team, teamName }).toMatchObject(after);
});

test.each<[what: string, ofTeam: number, answer: object]>([
  ['a few of its own and of its teams', 3, { count: 5, more: false }],
  ['more than are counted', 620, { count: 402, more: true }],
])('a test counts %s', async (_what, ofTeam, answer) => {
  for (let n = 0; n < 2; n++) umami.put(`${n}.example`);
  for (let n = 0; n < ofTeam; n++) umami.put(`t${n}.example`, { teamId: joined });
  expect(await save()).toMatchObject({ ok: true, value: { analytics: { ok: true, ...answer } } });
});

test('the teams of an account', async () => {
  await save();
  expect(await ask('teams.list', {})).toEqual({ ok: true, value: [{ id: joined, name: 'Guests' }] });
});

describe('a website that is added to a team', () => {
  const made = { teamId: joined, userId: null };
  test('by hand', async () => {
    await save();
    const website = { domain: 'a.example', team: joined, team_name: 'Guests' };
    const answer = await ask('websites.create', { domain: 'a.example', privacy: 1, team: joined });
    expect(answer).toMatchObject({ ok: true, value: { outcome: 'created', website } });
    expect(umami.rows).toMatchObject([made]);
    expect(await storedAt((await connected())?.account ?? '', 'a.example')).toMatchObject(website);
  });
  test('by a job, each where it is meant', async () => {
    await save();
    const items = [{ key: 'a.example' }, { key: 'b.example', fields: { team: foreign } }];
    await ask('jobs.start', { id: 'j', kind: 'create', items, fields: { team: joined }, speed: 'fast' });
    await vi.waitFor(async () => expect(await jobWith('j')).toMatchObject({ state: 'done' }), 5000);
    expect(await jobWith('j')).toMatchObject({ outcomes: { created: 1 }, counts: { failed: 1 } });
    expect(umami.rows).toMatchObject([{ domain: 'a.example', ...made }]);
    // What was made can be undone: it is the team's, as was wanted.
    await ask('jobs.undo', { id: 'j' });
    await vi.waitFor(() => expect(umami.rows).toEqual([]), 5000);
  });
});

test('when a website was last visited', async () => {
  await save();
  const id = umami.put('a.example', { teamId: viewed });
  umami.hits.add(id, 1_793_491_200_000);
  const answer = await ask('websites.hits', { ids: [id, uuidOf(99)], last: true });
  const lastAt = expect.any(Number);
  expect(answer).toEqual({ ok: true, value: { [id]: { last: 1_793_491_200_000, lastAt }, [uuidOf(99)]: { lastAt } } });
});

describe('what is known of the teams', () => {
  function later(ms: number) {
    const now = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  }
  async function openPopup(id: string) {
    umami.log.length = 0;
    await ask('site.check', { host: 'a.example' });
    await ask('websites.hits', { ids: [id], last: true, shown: true, fresh: true });
    return umami.log.map(({ path }) => path);
  }
  test('is kept, so that a popup asks for its site and for the visits alone', async () => {
    await save();
    const id = umami.put('a.example');
    await openPopup(id);
    // Another worker has begun by then.
    later(120_000);
    expect(await openPopup(id)).toEqual(['/api/websites', `/api/websites/${id}/daterange`]);
  });
  test('holds no code with which anybody joins them', async () => {
    await save();
    await openPopup(umami.put('a.example'));
    const stored = JSON.stringify(await fakeBrowser.storage.session.get());
    expect([stored.includes('Guests'), stored.includes('team_made-up')]).toEqual([true, false]);
  });
  test.each<[what: string, look: () => Promise<unknown>]>([
    ['a create', () => ask('websites.create', { domain: 'b.example', privacy: 1 })],
    ['a reading of the whole list', () => ask('records.refresh', {})],
  ])('is asked for anew by %s', async (_what, look) => {
    await save();
    await openPopup(umami.put('a.example'));
    teams.push({ id: foreign, role: 'team-member', name: 'New' });
    umami.put('b.example', { teamId: foreign });
    later(61_000);
    await look();
    const { account = '' } = (await connected()) ?? {};
    await vi.waitFor(async () => expect(await storedAt(account, 'b.example')).toMatchObject({ team_name: 'New' }));
    expect(umami.rows).toHaveLength(2);
  });
  test('goes with the account', async () => {
    await save();
    await openPopup(umami.put('a.example'));
    await ask('connection.remove', { connection: (await connected())?.id ?? '' });
    expect(JSON.stringify(await fakeBrowser.storage.session.get())).not.toContain('Guests');
  });
});
