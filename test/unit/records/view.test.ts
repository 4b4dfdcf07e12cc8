import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SlimRow, type ViewQuery, view } from '@/lib/records/view.ts';

const account = fc.constantFrom('a', 'b');
const row: fc.Arbitrary<SlimRow> = fc
  .record(
    {
      account,
      slot: fc.integer({ min: 1, max: 999 }).map(String),
      host: fc.constantFrom('a.example', 'shop.example', 'www.shop.example', 'xn--bcher-kva.example'),
      alias: fc.option(fc.constantFrom('b.example', 'old.example')),
      privacy: fc.constantFrom('public', 'private', 'password', 'unknown'),
      tracking: fc.constantFrom('missing', 'tracking'),
      project: fc.boolean(),
      created: fc.constantFrom('2026-01-01', '2026-02-01'),
    },
    { requiredKeys: ['account', 'slot', 'host', 'alias', 'privacy'] },
  )
  .map(({ host, alias, slot, ...rest }) => ({
    ...rest,
    slot,
    id: slot,
    name: host.replace('xn--bcher-kva', 'bücher'),
    hosts: [host, ...(alias ? [alias] : [])],
  }));

const query: fc.Arbitrary<ViewQuery> = fc.record(
  {
    search: fc.constantFrom('', 'shop', 'SHOP  example', 'bücher', 'xn--', 'old', '1', 'shop 1', 'nothing'),
    privacy: fc.constantFrom('public', 'password'),
    tracking: fc.constantFrom('missing', 'unchecked'),
    project: fc.boolean(),
    account,
    order: fc.constantFrom('host', 'created'),
    descending: fc.boolean(),
  },
  { requiredKeys: ['search', 'order'] },
);

const facetOf: Record<'privacy' | 'tracking' | 'project' | 'account', (one: SlimRow) => unknown> = {
  privacy: (one: SlimRow) => one.privacy,
  tracking: (one: SlimRow) => one.tracking ?? 'unchecked',
  project: (one: SlimRow) => one.project,
  account: (one: SlimRow) => one.account,
};
type Facet = keyof typeof facetOf;

/** Said again, as plainly as it can be. */
const shows = (one: SlimRow, { search, order: _, descending: __, ...filters }: ViewQuery) =>
  search
    .toLowerCase()
    .split(' ')
    .every((word) => [one.name, one.id, ...one.hosts].some((text) => text.toLowerCase().includes(word))) &&
  Object.entries(filters).every(([name, wanted]) => facetOf[name as Facet](one) === wanted);

const rows = fc.uniqueArray(row, { selector: (one) => `${one.account} ${one.slot}`, maxLength: 40 });

test('shows what a plain filter does, each row once, in its order', () => {
  fc.assert(
    fc.property(rows, query, (all, asked) => {
      const { rows: shown } = view(all, asked);
      expect(new Set(shown)).toEqual(new Set(all.filter((one) => shows(one, asked))));
      const keys = shown.map((one) => (asked.order === 'host' ? (one.hosts[0] ?? '') : (one.created ?? '')));
      const sorted = [...keys].sort();
      expect(keys).toEqual(asked.descending ? sorted.reverse() : sorted);
    }),
  );
});

test('counts, for each value of a filter, the rows that it would show', () => {
  fc.assert(
    fc.property(
      rows,
      query,
      fc.constantFrom<Facet[]>('privacy', 'tracking', 'project', 'account'),
      (all, asked, name) => {
        const values = new Set(all.map(facetOf[name]));
        const { [name]: _, ...others } = asked;
        const counts = view(all, asked).counts[name] as ReadonlyMap<unknown, number>;
        for (const value of values) {
          const those = all.filter((one) => facetOf[name](one) === value && shows(one, others as ViewQuery));
          expect([value, counts.get(value) ?? 0]).toEqual([value, those.length]);
        }
      },
    ),
  );
});

test('the same rows in any order are shown in one order', () => {
  fc.assert(
    fc.property(
      rows.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      query,
      ([all, shuffled], asked) => void expect(view(shuffled, asked).rows).toEqual(view(all, asked).rows),
    ),
  );
});

test('ids that are numbers follow one another as such', () => {
  const all = ['10', '9', '2'].map((id) => ({
    account: 'a',
    slot: id,
    id,
    name: 'x',
    hosts: [],
    privacy: 'unknown' as const,
  }));
  expect(view(all, { search: '', order: 'created' }).rows.map(({ id }) => id)).toEqual(['2', '9', '10']);
});
