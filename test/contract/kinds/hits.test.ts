import { describe, expect, it, test } from 'vitest';
import { callWithin } from '../../../lib/services/call.ts';
import { call, type Hits, type InputOf } from '../../../lib/services/index.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { type Heard, html, json, type NextFault } from '../../sandbox/kinds/standIn.ts';
import { startUmami, uuidOf } from '../../sandbox/kinds/umami.ts';
import { impatient, limits, problemOf } from '../../unit/services/helpers.ts';
import { connectionTo, own, shared } from '../services.ts';

type Input = InputOf<'websites.hits'>;

const [umami, matomo] = await Promise.all([shared(startUmami()), shared(startMatomo())]);
const user = await shared(startUmami({ role: 'user' }));
const viewer = await shared(startMatomo({ rights: 'view' }));
const inUmami = (server: typeof umami) => ({
  server,
  to: connectionTo('umami', server),
  put: () => server.put('a.example'),
  gone: uuidOf(99),
});
const inMatomo = (server: typeof matomo) => ({
  server,
  to: connectionTo('matomo', server),
  put: () => server.put(['https://a.example']),
  gone: '99',
});
const there = {
  Umami: inUmami(umami),
  'Umami, to a user': inUmami(user),
  Matomo: inMatomo(matomo),
  'Matomo, to a viewer': inMatomo(viewer),
};
const names = Object.keys(there) as (keyof typeof there)[];
/** Returns what one of them tells where its answer is shown at once. */
const shownBy = (name: keyof typeof there, input: Input, options?: Parameters<typeof call>[3]) =>
  call('websites.hits', { ...input, shown: true }, there[name].to, options);

const [minute, day] = [60_000, 86_400_000];
const both = { last: true, week: true } as const;
/** Returns a past time in whole seconds, because one of the services counts in seconds. */
const ago = (span: number) => Math.floor((Date.now() - span) / 1000) * 1000;
const sorted = (all: readonly Hits[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe.each(names)('%s', (name) => {
  const { server, to, put, gone } = there[name];
  const hits = (input: Input) => call('websites.hits', input, to).then(sorted);

  it('tells the last hit and the visits of the week', async () => {
    const [visited, old, never] = [put(), put(), put()];
    const [just, past] = [ago(minute), ago(9 * day)];
    for (const at of [past, ago(3 * day), just]) server.hits.add(visited, at);
    server.hits.add(old, past);
    const ids = [visited, old, never, gone];
    const all = [
      { id: visited, last: just, week: 2 },
      { id: old, last: past, week: 0 },
      { id: never, last: null, week: 0 },
      { id: gone },
    ];
    expect(await hits({ ids, ...both })).toEqual(sorted(all));
    expect(await hits({ ids, last: true })).toEqual(sorted(all.map(({ week: _, ...one }) => one)));
    expect(await hits({ ids, week: true })).toEqual(sorted(all.map(({ last: _, ...one }) => one)));
  });
  it('asks with the key where it is not logged', async () => {
    await hits({ ids: [put(), put()], ...both });
    for (const { path, query, headers, body } of server.log) {
      expect(`${path}?${query}`).not.toContain(server.key);
      expect(`${JSON.stringify(headers)}${body}`).toContain(server.key);
    }
  });
  test.each([
    ['an id of another service', 'all'],
    ['several ids in one', '1,2'],
  ])('of %s nothing is asked', async (_what, id) => {
    expect(await hits({ ids: [id], last: true })).toEqual([{ id }]);
    expect(server.log).toEqual([]);
  });
  it('a wrong key is no website without visits', async () => {
    const wrong = call('websites.hits', { ids: [put()], ...both, shown: true }, { ...to, key: 'f'.repeat(32) });
    expect((await problemOf(wrong)).kind).toBe('auth');
  });
  const refused: [what: string, fault: NextFault, kind: string][] = [
    ['429', 429, 'busy'],
    ['500', 500, 'server'],
    ['a page', html(200), 'shape'],
    ['nothing', { status: 200 }, 'shape'],
    ['a number', json(7), 'shape'],
    ['a lost answer, twice', 'lose', 'network'],
  ];
  test.each(refused)('%s is no answer', async (_what, fault, kind) => {
    for (const input of [{ last: true }, { week: true }] as const) {
      server.reset();
      const id = put();
      for (let n = 0; n < 2; n++) server.fail(fault);
      const answer = impatient('websites.hits', { ids: [id], ...input, shown: true }, to);
      expect((await problemOf(answer)).kind).toBe(kind);
    }
  });
});

describe('what is not understood', () => {
  const odd: [what: string, umami: unknown, matomo: unknown, last: number | null | undefined][] = [
    ['nothing', null, null, undefined],
    ['another object', {}, {}, undefined],
    ['another value', { endDate: 'soon' }, [{ lastActionTimestamp: 'soon' }], undefined],
    [
      'a moment of another century',
      { endDate: '2106-02-07T00:00:00Z' },
      [{ lastActionTimestamp: 4294944000 }],
      undefined,
    ],
    ['another unit', { endDate: 1795689179 }, [{ lastActionTimestamp: 1795689179000 }], undefined],
    ['an old form', { endDate: '2026-11-01T00:00:00Z' }, [{ lastActionTimestamp: '1793491200' }], 1793491200000],
    [
      'a moment before anything was counted',
      { endDate: '1999-12-31T00:00:00Z' },
      [{ lastActionTimestamp: 1 }],
      undefined,
    ],
    ['the form of Umami 2', { maxdate: '2026-11-01T00:00:00Z' }, [{ lastActionTimestamp: 1793491200 }], 1793491200000],
    ['none in the form of Umami 2', { mindate: null, maxdate: null }, [], null],
    ['the first moment', { endDate: '1970-01-01T00:00:00Z' }, [], null],
  ];
  test.each(odd)('%s', async (_what, ofUmami, ofMatomo, last) => {
    const expected = (id: string) => [{ id, ...(last === undefined ? {} : { last }) }];
    const one = umami.put('a.example');
    umami.fail(json(ofUmami), ({ path }) => path.endsWith('/daterange'));
    const answer = shownBy('Umami', { ids: [one], last: true });
    expect(ofUmami === null ? await problemOf(answer) : await answer).toMatchObject(
      ofUmami === null ? { kind: 'shape' } : expected(one),
    );
    const two = matomo.put([]);
    matomo.fail(json([ofMatomo, { value: '5.3.1' }, { value: 0 }]));
    expect(await shownBy('Matomo', { ids: [two], last: true })).toEqual(expected(two));
  });
  test.each([
    [{ value: 5, prev: 3 }, { week: 5 }],
    [{ prev: 3 }, {}],
    [{ value: -1 }, {}],
  ])('the visits of the week in the form of Umami 2: %j', async (visits, week) => {
    const id = umami.put('a.example');
    umami.fail(json({ pageviews: { value: 9, prev: 0 }, visits }));
    expect(await shownBy('Umami', { ids: [id], week: true })).toEqual([{ id, ...week }]);
  });
  test('a clock that is ahead: what has arrived is not to come', async () => {
    const id = umami.put('a.example');
    umami.fail(json({ endDate: new Date(Date.now() + 3 * 3_600_000).toISOString() }));
    const before = Date.now();
    const [{ last } = {}] = await call('websites.hits', { ids: [id], last: true }, there.Umami.to);
    expect(last).toBeGreaterThanOrEqual(before);
    expect(last).toBeLessThanOrEqual(Date.now());
  });
});

describe('without the time for all', () => {
  const ids = (server: typeof umami) => Array.from({ length: 5 }, (_, n) => server.put(`${n}.example`));
  const third = (all: string[]) => (heard: Heard) => heard.path.includes(all[2] ?? '?');
  test.each<[what: string, fault: NextFault, reached: number]>([
    ['a limit', 429, 3],
    ['an answer of its own: the others are read', 500, 4],
  ])('those that were reached are told: %s', async (_what, fault, reached) => {
    const all = ids(umami);
    for (let n = 0; n < 2; n++) umami.fail(fault, third(all));
    const told = await shownBy('Umami', { ids: all, last: true });
    expect(told.map(({ id }) => id)).not.toContain(all[2]);
    expect(told).toHaveLength(reached);
    expect(told.every(({ last }) => last === null)).toBe(true);
  });
  test('nor those of Matomo, whose last visits are read twenty at a time', async () => {
    const all = Array.from({ length: 45 }, () => matomo.put([]));
    const isSecond = ({ body }: Heard) =>
      body.includes(`idSite%3D${all[20]}%26`) || body.includes(`idSite%253D${all[20]}%26`);
    matomo.fail(429, isSecond);
    const told = await shownBy('Matomo', { ids: all, ...both });
    expect(told.map(({ id, last }) => [id, last])).toEqual(all.slice(0, 20).map((id) => [id, null]));
    expect(matomo.log).toHaveLength(3);
  });
  test('time that is up', async () => {
    const all = ids(umami);
    umami.fail({ delay: new Promise(() => {}) } as never, third(all));
    const short = callWithin({ ...limits, time: 400 });
    const told = await short('websites.hits', { ids: all, last: true, shown: true }, there.Umami.to);
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told.map(({ id }) => id)).not.toContain(all[2]);
  });
  test('a call that is cancelled answers nothing', async () => {
    const all = ids(umami);
    const cancel = new AbortController();
    umami.fail(500, (heard) => {
      if (third(all)(heard)) cancel.abort();
      return false;
    });
    const told = shownBy('Umami', { ids: all, last: true }, { signal: cancel.signal });
    expect((await problemOf(told)).kind).toBe('cancelled');
  });
});

describe('rights', () => {
  it('another’s website is left without a word, and the key is looked at once', async () => {
    const mine = user.put('a.example');
    const theirs = [1, 2, 3].map((n) => user.put(`${n}.example`, { userId: uuidOf(700) }));
    for (const id of theirs) user.hits.add(id);
    const told = await call('websites.hits', { ids: [...theirs, mine], ...both }, there['Umami, to a user'].to);
    expect(sorted(told)).toEqual(sorted([...theirs.map((id) => ({ id })), { id: mine, last: null, week: 0 }]));
    expect(user.log.filter(({ path }) => path === '/api/websites')).toHaveLength(1);
  });
  it('a website that Matomo does not let see', async () => {
    const [mine, theirs] = [viewer.put([]), viewer.put([], { access: 'none' })];
    for (const id of [mine, theirs]) viewer.hits.add(id, ago(0));
    const told = await call('websites.hits', { ids: [mine, theirs], ...both }, there['Matomo, to a viewer'].to);
    expect(told).toEqual([{ id: mine, last: expect.any(Number), week: 1 }, { id: theirs }]);
  });
  it.each([{ last: true }, { week: true }] as const)(
    'a wrong key that version 4 takes for nobody: %j',
    async (what) => {
      const old = await own(startMatomo({ version: '4.16.1' }));
      const to = { ...connectionTo('matomo', old), key: 'f'.repeat(32) };
      const asked = call('websites.hits', { ids: [old.put([])], ...what, shown: true }, to);
      expect((await problemOf(asked)).kind).toBe('auth');
    },
  );
  it('a plugin of Matomo that is switched off tells nothing', async () => {
    const id = matomo.put([]);
    matomo.fail(json({ result: 'error', message: 'The plugin MultiSites is not enabled.' }));
    expect(await call('websites.hits', { ids: [id], ...both }, there.Matomo.to)).toEqual([{ id, last: null }]);
  });
  it('a website that Matomo does not list is not one without visits', async () => {
    matomo.put([]);
    for (const [ids, hits] of [
      [[100], { last: null }],
      [[7], {}],
      [{}, {}],
    ]) {
      matomo.fail(json([[], ids, { value: 0 }]));
      expect(await call('websites.hits', { ids: ['100'], last: true }, there.Matomo.to)).toEqual([
        { id: '100', ...hits },
      ]);
    }
  });
  it.each([{ last: true }, both] as const)(
    'a website whose log Matomo has emptied is not one without visits: %j',
    async (input) => {
      const ids = [matomo.put([]), matomo.put([])] as const;
      matomo.hits.add(ids[0], ago(day));
      matomo.fail(json([[], [], { value: '5.3.1' }]), ({ body }) => body.includes('getBulkRequest'));
      const told = await shownBy('Matomo', { ids: [...ids], ...input });
      const never = { id: ids[1], last: null, ...('week' in input ? { week: 0 } : {}) };
      expect(told).toEqual([{ id: ids[0], week: 1 }, never]);
      expect(matomo.log).toHaveLength(2);
    },
  );
  it.each<[string, NextFault]>([
    ['failed', 500],
    ['refused', json({ result: 'error', message: 'The plugin VisitsSummary is not enabled.' })],
    ['too many requests', 429],
  ])('a website whose visits cannot be counted is not one without visits: %s', async (_what, fault) => {
    const ids = [matomo.put([]), matomo.put([])];
    for (const _try of [1, 2]) matomo.fail(fault, ({ body }) => body.includes('VisitsSummary'));
    expect(await shownBy('Matomo', { ids, last: true })).toEqual(ids.map((id) => ({ id })));
  });
  it('of one website all is asked at once, also whether its log is only empty', async () => {
    const id = matomo.put([]);
    const ask = () => shownBy('Matomo', { ids: [id], last: true });
    expect(await ask()).toEqual([{ id, last: null }]);
    for (const [count, told] of [
      [{ value: 3 }, { week: 3 }],
      [{ result: 'error', message: 'The plugin VisitsSummary is not enabled.' }, {}],
    ] as const) {
      matomo.fail(json([[], { value: '5.3.1' }, count]));
      expect(await ask()).toEqual([{ id, ...told }]);
    }
    expect(matomo.log).toHaveLength(3);
  });
  it('what Matomo says of a call beside the key is hidden', async () => {
    const id = matomo.put([]);
    matomo.fail(json({ result: 'error', message: `Bad: urls[0]=idSite=1&amp;token_auth=${matomo.key}` }));
    const problem = await problemOf(call('websites.hits', { ids: [id], last: true }, there.Matomo.to));
    expect([problem.kind, JSON.stringify(problem).includes(matomo.key)]).toEqual(['rejected', false]);
  });
});

describe('a page that is visited is counted', () => {
  const visit = (url: string, init?: RequestInit) => fetch(url, init).then(({ status }) => status);
  it('by Umami', async () => {
    const website = umami.put('a.example');
    const send = (id: string) =>
      visit(`${umami.url}/api/send`, {
        method: 'POST',
        body: JSON.stringify({ type: 'event', payload: { website: id } }),
      });
    expect([await send(website), await send(uuidOf(99))]).toEqual([200, 400]);
    expect(umami.hits.of(website)).toHaveLength(1);
    expect(umami.log).toEqual([]);
  });
  it('by Matomo', async () => {
    const id = matomo.put([]);
    expect(await visit(`${matomo.url}/matomo.php?idsite=${id}&rec=1&url=https://a.example/`)).toBe(200);
    expect([matomo.hits.of(id).length, matomo.log.length]).toEqual([1, 0]);
  });
});
