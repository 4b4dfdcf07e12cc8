import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { SiteState } from '@/lib/audit/look.ts';
import type { Check } from '@/lib/audit/report.ts';
import { type Beside, keyOf, type SlimRow, sharedNames, slimRows, withBeside } from '@/lib/records/slim.ts';
import type { Row } from '@/lib/records/types.ts';
import type { View, ViewQuery } from '@/lib/records/view.ts';
import type { KnownHits } from '@/lib/storage/hits.ts';
import { returned } from '@/lib/util/timeSlices.ts';
import { forAny } from '../util/forAny.ts';
import { ended, view } from './viewSteps.ts';

const viewed = <T extends SlimRow>(rows: readonly T[], asked: ViewQuery): View<T> => ended(view(rows, asked));

const account = fc.constantFrom('a', 'b');
const row: fc.Arbitrary<SlimRow> = fc
  .record(
    {
      account,
      slot: fc.oneof(fc.integer({ min: 1, max: 999 }).map(String), fc.constantFrom('1a', 'a1', 'B2', '5f-1')),
      host: fc.constantFrom('a.example', 'shop.example', 'www.shop.example', 'xn--bcher-kva.example'),
      alias: fc.option(fc.constantFrom('b.example', 'old.example', 'xn--caf-dma.example')),
      title: fc.constantFrom('My Shop', 'BÜCHER'),
      team: fc.constantFrom('Guests', 'Crew'),
      privacy: fc.constantFrom('public', 'private', 'password', 'unknown'),
      check: fc.record({ state: fc.constantFrom('missing', 'tracking', 'silent'), at: fc.nat() }),
      linked: fc.boolean(),
      created: fc.constantFrom('2026-01-01', '2026-02-01'),
    },
    { requiredKeys: ['account', 'slot', 'host', 'alias', 'privacy'] },
  )
  .map(({ host, alias, slot, ...rest }) => ({
    ...rest,
    key: keyOf(rest.account, slot),
    slot,
    id: slot,
    name: host.replace('xn--bcher-kva', 'bücher'),
    hosts: [host, ...(alias ? [alias] : [])],
  }));

const searches =
  'shop|SHOP  example|bücher|xn--|old|1|shop 1|nothing|café|bu\u0308cher|my old|GUESTS shop|www.shop.example'.split(
    '|',
  );
const query: fc.Arbitrary<ViewQuery> = fc.record(
  {
    search: fc.constantFrom('', ...searches),
    privacy: fc.constantFrom('public', 'password'),
    tracking: fc.constantFrom('missing', 'unchecked'),
    linked: fc.boolean(),
    order: fc.constantFrom('host', 'created'),
    descending: fc.boolean(),
  },
  { requiredKeys: ['search', 'order'] },
);

const facetOf: Record<'privacy' | 'tracking' | 'linked', (one: SlimRow) => unknown> = {
  privacy: (one: SlimRow) => one.privacy,
  tracking: (one: SlimRow) => one.check?.state ?? 'unchecked',
  linked: (one: SlimRow) => one.linked,
};
type Facet = keyof typeof facetOf;

const unicode = new Map([
  ['xn--bcher-kva.example', 'bücher.example'],
  ['xn--caf-dma.example', 'café.example'],
]);

/** Said again, as plainly as it can be. */
const shows = (one: SlimRow, { search, order: _, descending: __, ...filters }: ViewQuery) =>
  search
    .normalize()
    .toLowerCase()
    .split(' ')
    .every(
      (word) =>
        [
          one.name,
          one.title ?? '',
          one.team ?? '',
          ...one.hosts,
          ...one.hosts.map((host) => unicode.get(host) ?? ''),
        ].some((text) => text.toLowerCase().includes(word) || `www.${text.toLowerCase()}` === word) || one.id === word,
    ) && Object.entries(filters).every(([name, wanted]) => facetOf[name as Facet](one) === wanted);

const rows = fc.uniqueArray(row, { selector: (one) => `${one.account} ${one.slot}`, maxLength: 40, size: 'max' });

test('shows what a plain filter does, each row once, in its order', () =>
  forAny([rows, query], (all, asked) => {
    const { rows: shown } = viewed(all, asked);
    expect(new Set(shown)).toEqual(new Set(all.filter((one) => shows(one, asked))));
    const keys = shown.map((one) => (asked.order === 'host' ? (one.hosts[0] ?? '') : (one.created ?? '')));
    const sorted = [...keys].sort();
    expect(keys).toEqual(asked.descending ? sorted.reverse() : sorted);
  }));

test('counts, for each value of a filter, the rows that it would show', () =>
  forAny([rows, query, fc.constantFrom<Facet[]>('privacy', 'tracking', 'linked')], (all, asked, name) => {
    const values = new Set(all.map(facetOf[name]));
    const { [name]: _, ...others } = asked;
    const counts = viewed(all, asked).counts[name] as ReadonlyMap<unknown, number>;
    for (const value of values) {
      const those = all.filter((one) => facetOf[name](one) === value && shows(one, others as ViewQuery));
      expect([value, counts.get(value) ?? 0]).toEqual([value, those.length]);
    }
  }));

test('the same rows in any order are shown in one order', () =>
  forAny(
    [rows.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))), query],
    ([all, shuffled], asked) => void expect(viewed(shuffled, asked).rows).toEqual(viewed(all, asked).rows),
  ));

const bare = (id: string, host?: string): SlimRow => {
  const names = { name: host ?? 'x', hosts: host ? [host] : [] };
  return { key: keyOf('a', id), account: 'a', slot: id, id, ...names, privacy: 'unknown' };
};

test('ids that are numbers follow one another as such, before all others', () => {
  const all = ['1a', '10', '9', '2', 'b'].map((id) => bare(id));
  const sorted = viewed(all, { search: '', order: 'created' }).rows.map(({ id }) => id);
  expect(sorted).toEqual(['2', '9', '10', '1a', 'b']);
});

test.each([
  ['İZMİR', bare('1', 'izmir.example')],
  ['istanbul', { ...bare('1', 'a.example'), title: 'İstanbul' }],
  ['İstanbul', { ...bare('1', 'a.example'), team: 'istanbul' }],
])('%s finds its small letters, in Turkish, too', (search, one) => {
  expect(viewed([one], { search, order: 'created' }).rows).toEqual([one]);
});

test.each([
  ['www.shop.example', bare('1', 'shop.example'), true],
  ['WWW.Bücher.example', { ...bare('1', 'xn--bcher-kva.example'), name: 'bücher.example' }, true],
  ['www.xn--bcher-kva.example', { ...bare('1', 'xn--bcher-kva.example'), name: 'bücher.example' }, true],
  ['www.shop.example', { ...bare('1', 'a.example'), hosts: ['a.example', 'shop.example'] }, true],
  ['www.op.example', bare('1', 'shop.example'), false],
  ['www.shop', bare('1', 'shop.example'), false],
  ['www.', bare('1', 'shop.example'), false],
])('%s finds the site that is registered without www., and no other (%#)', (search, one, isFound) => {
  expect(viewed([one], { search, order: 'created' }).rows).toEqual(isFound ? [one] : []);
});

const uuid = '5dae24fb-1b1b-4b54-8fae-2f2a9d0c8e11';
test.each([
  ['24', '24', true],
  ['24', '124', false],
  ['24', uuid, false],
  ['fae', uuid, false],
  [uuid.toUpperCase(), uuid, true],
])('%s finds the site with the whole id %s: %s', (search, id, isFound) => {
  expect(viewed([bare(id, 'shop.example')], { search, order: 'host' }).rows).toHaveLength(isFound ? 1 : 0);
});

const checked = (id: string, state?: SiteState): SlimRow => ({
  ...bare(id, `${id}.example`),
  ...(state ? { check: { state, at: 1 } } : {}),
});
const visited = (id: string, last?: number | null): SlimRow => ({
  ...bare(id, `${id}.example`),
  ...(last === undefined ? {} : { hits: { last, lastAt: 9 } }),
});
const byState = [checked('a'), checked('b', 'tracking'), checked('c', 'silent'), checked('d', 'missing')];
const byVisit = [visited('a'), visited('b', 5), visited('c', null), visited('d', 7), visited('e')];
test.each<[string, ViewQuery['order'], SlimRow[], ascending: string, descending: string]>([
  ['by tracking, the worst come first, and last what was never checked', 'tracking', byState, 'dcba', 'abcd'],
  ['by the last visit, those of which it is not known come last', 'visit', byVisit, 'cbdae', 'dbcea'],
])('%s', (_what, order, all, ascending, descending) => {
  const names = (isDescending: boolean) =>
    viewed(all, { search: '', order, descending: isDescending })
      .rows.map(({ id }) => id)
      .join('');
  expect([names(false), names(true)]).toEqual([ascending, descending]);
});

describe('many rows', () => {
  const many = Array.from({ length: 7003 }, (_, at) => bare(String(at), `s${(at * 7919) % 7003}.example`));

  test('are gone through, ordered and merged a few at a time', () => {
    let [read, most] = [0, 0];
    const counted = many.map((one) => ({
      ...one,
      get name() {
        read++;
        return one.name;
      },
      get hosts() {
        read++;
        return one.hosts;
      },
    }));
    const steps = view(counted, { search: 'example', order: 'host' });
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      most = Math.max(most, read);
      read = 0;
    }
    expect(step.value.rows.map(({ id }) => id)).toEqual(
      many.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }) => id),
    );
    // A step orders 500 rows, each compared with some ten others.
    expect(most).toBeLessThan(15_000);
  });

  test('are ordered while others get their turn, or no longer once that is abandoned', async () => {
    let steps = 0;
    const counted = function* (abandon = () => {}) {
      const all = view(many, { search: '', order: 'host' });
      let step = all.next();
      for (; !step.done; step = all.next()) {
        if (++steps > 3) abandon();
        yield;
      }
      return step.value;
    };
    const whole = await returned(counted());
    expect(whole?.rows).toHaveLength(7003);
    const all = steps;
    steps = 0;
    const abandoned = new AbortController();
    const late = vi.spyOn(performance, 'now');
    let now = 0;
    late.mockImplementation(() => (now += 5));
    const given = counted(() => abandoned.abort());
    expect(await returned(given, abandoned.signal)).toBeUndefined();
    expect(steps).toBeLessThan(all / 2);
    late.mockRestore();
  });
});

const stored = (record: Partial<Row['record']>, hosts?: string[]): Row => ({
  account: 'a',
  slot: record.id ?? '1',
  record: { id: '1', domain: 'shop.example', ...record },
  hosts: hosts ?? ['shop.example'],
  at: 1,
  pass: 1,
});

const two = ['a.example', 'shop.example'];
const ofLastKey = { hosts: ['shop.example'], notListed: 7, replaced: true, isTall: true } as const;
test.each<[string, Row, Partial<SlimRow>]>([
  ['a site', stored({}), { id: '1', name: 'shop.example', hosts: ['shop.example'], privacy: 'unknown' }],
  ['in Unicode', stored({ domain: 'xn--bcher-kva.example' }, ['xn--bcher-kva.example']), { name: 'bücher.example' }],
  ['with more hosts', stored({ privacy: 0 }, two), { privacy: 'public', name: 'shop.example' }],
  ['in capitals', stored({ domain: 'Shop.example' }), { name: 'Shop.example', hosts: ['shop.example'] }],
  ['of no host', stored({ domain: 'a.example/x' }, []), { name: 'a.example/x', hosts: [] }],
  ['of a replaced key', { ...stored({}, []), at: 7, replaced: true }, ofLastKey],
  ['with a title', stored({ name: 'Shop', created_at: '2026-01-01' }), { title: 'Shop', created: '2026-01-01' }],
  ['of a team', stored({ team: 't1', team_name: 'Guests' }), { team: 'Guests', isTall: true }],
  ['that no id names', { ...stored({ id: '' }, []), slot: '\n5.0' }, { id: '', slot: '\n5.0' }],
  ['whose privacy is older', { ...stored({ privacy: 0 }), ages: { privacy: 1 } }, { privacy: 'unknown' }],
  ['that a reading did not show', { ...stored({}), at: 7, pass: 1 }, { notListed: 7, isTall: true }],
])('of a stored row %s is kept what a list needs', (_, row, kept) => {
  const facts = { account: 'a', list: 'websites', ended: 'notListed' in kept ? 2 : 1, why: 'changed' } as const;
  const slim = slimRows(facts)(row);
  expect(slim).toMatchObject(kept);
  expect(Object.keys(slim)).not.toContain('record');
});

const beside = (rows: SlimRow[], data: Beside) => ended(withBeside(rows, new Map([[rows[0]?.account ?? '', data]])));
const check: Check = { state: 'missing', at: 3 };
test.each<[string, Row, Check, isOf: boolean]>([
  ['of its host', stored({}), check, true],
  ['of its host, however its service writes it', stored({ domain: 'Shop.example' }), check, true],
  ['of another name that it has', stored({ domain: 'a.example' }, two), check, false],
  ['of a part of its host', stored({ domain: 'shop.example/blog' }, []), check, false],
  ['for its record', stored({}), { ...check, id: '1' }, true],
  ['for another record of its host', stored({}), { ...check, id: '2' }, false],
])('the last check of a row is that %s: %#', (_what, row, found, isOf) => {
  const rows = [slimRows()(row)];
  const checks = new Map([['shop.example', found]]);
  const [now] = beside(rows, { checks });
  expect(now?.check).toBe(isOf ? found : undefined);
});

test('what its service tells of a row is that of its id', () => {
  const rows = [slimRows()(stored({})), slimRows()({ ...stored({ id: '' }, []), slot: '\n5.0' })];
  const now = beside(rows, { hits: { 1: { last: 4, lastAt: 5 }, '': { last: 4, lastAt: 5 } } });
  expect(now.map(({ hits }) => hits)).toEqual([{ last: 4, lastAt: 5 }, undefined]);
  expect(now[1]).toBe(rows[1]);
});

const [now, days] = [1000 * 86_400_000, 86_400_000];
test.each<[string, SiteState, KnownHits | undefined, SiteState]>([
  ['a visit since', 'quiet', { last: now - 9, lastAt: now }, 'tracking'],
  ['visits in a later week', 'quiet', { week: 2, weekAt: now }, 'tracking'],
  ['no later answer', 'quiet', undefined, 'quiet'],
  ['none since', 'quiet', { last: now - 30 * days, lastAt: now }, 'quiet'],
  ['an answer from before the check', 'quiet', { last: now - 8 * days, lastAt: now - 8 * days }, 'quiet'],
  ['a visit where the code is missing', 'missing', { last: now - 9, lastAt: now }, 'missing'],
])('a check beside later answers of the service: %s', (_what, state, hits, expected) => {
  const found = { ...check, state, visits: { at: now - 5 * days, last: null, week: 0 } };
  const [row] = beside([slimRows()(stored({}))], {
    checks: new Map([['shop.example', found]]),
    ...(hits ? { hits: { 1: hits } } : {}),
  });
  expect(row?.check?.state).toBe(expected);
});

test('a record is not said to be gone where a reading did not come to the end of the list', () => {
  const facts = { account: 'a', list: 'websites', ended: 2, why: 'no-way-on' } as const;
  expect(slimRows(facts)(stored({}))).not.toHaveProperty('notListed');
});

test('the names that several accounts have are those that rows of two of them have', () =>
  forAny([rows], async (some) => {
    const together = some.toSorted((one, other) => (one.account < other.account ? -1 : 1));
    const isShared = ({ name, account }: SlimRow) =>
      some.some((other) => other.name === name && other.account !== account);
    const expected = new Set(some.filter(isShared).map(({ name }) => name));
    expect(await returned(sharedNames(together))).toEqual(expected);
  }));
