import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairwise, product } from '../../tier.ts';
import { tryWith } from '../util/forAny.ts';

const axes = { browser: ['Chromium', 'Firefox'], kind: ['one', 'two', 'three'], state: ['a', 'b', 'c', 'd'] };

test('a product has every combination, in order', () => {
  expect(product({ a: [1, 2], b: ['x', 'y'] })).toEqual([
    { a: 1, b: 'x' },
    { a: 1, b: 'y' },
    { a: 2, b: 'x' },
    { a: 2, b: 'y' },
  ]);
});

test('three axes of 2, 3 and 4 values need 12 rows in the place of 24', () => {
  expect(pairwise(axes)).toHaveLength(12);
});

const names = ['a', 'b', 'c', 'd'] as const;
const twos = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const));

/** Every two values that stand together in a row. */
const togetherIn = (rows: Record<(typeof names)[number], number>[]) =>
  new Set(rows.flatMap((row) => twos.map(([one, other]) => `${one}${row[one]} ${other}${row[other]}`)));

test('every pair of values is in a row, and every row is one of the product', async () => {
  const axis = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 4 });
  await tryWith({ numRuns: 30 }, [fc.record({ a: axis, b: axis, c: axis, d: axis })], (all) => {
    expect(togetherIn(pairwise(all))).toEqual(togetherIn(product(all)));
    expect(product(all)).toEqual(expect.arrayContaining(pairwise(all)));
  });
});
