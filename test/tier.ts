/** Whether all tests run (`npm run test:full`), also `*.full.test.ts` and all rows of each matrix. */
export const isFull = process.env.WAYMARK_TIER === 'full';

/** Returns how many cases of a property are tried; `npm test` tries a quarter of those of the full tier. */
export const runs = (count: number): { numRuns: number } => ({ numRuns: isFull ? count : Math.ceil(count / 4) });

type Axes = Readonly<Record<string, readonly unknown[]>>;
type Row<A extends Axes> = { [Name in keyof A]: A[Name][number] };

/** Returns all combinations of the axes' values. */
export const product = <A extends Axes>(axes: A): Row<A>[] =>
  Object.entries(axes).reduce<object[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as Row<A>[];

/** Returns the pairs of values in a row. Each is named by its two axes and the indexes of the values. */
function pairsOf(row: object, places: ReadonlyMap<string, ReadonlyMap<unknown, number>>): string[] {
  const named = Object.entries(row).map(([name, value]) => `${name}=${places.get(name)?.get(value)}`);
  return named.flatMap((one, at) => named.slice(at + 1).map((other) => `${one} ${other}`));
}

/** Returns a few rows of the product with every pair of values: always adds the row with the most new pairs. */
export function pairwise<A extends Axes>(axes: A): Row<A>[] {
  const places = new Map(
    Object.entries(axes).map(([name, values]) => [name, new Map(values.map((value, at) => [value, at]))]),
  );
  const rows = product(axes).map((row) => ({ row, pairs: pairsOf(row, places) }));
  const missing = new Set(rows.flatMap(({ pairs }) => pairs));
  const chosen: Row<A>[] = [];
  const adds = ({ pairs }: { pairs: string[] }) => pairs.filter((pair) => missing.has(pair)).length;
  while (missing.size) {
    const best = rows.reduce((one, other) => (adds(other) > adds(one) ? other : one));
    for (const pair of best.pairs) missing.delete(pair);
    chosen.push(best.row);
  }
  return chosen;
}

/** Returns the rows of a matrix of tests: all combinations in the full tier, otherwise each pair of values once. */
export const matrix = <A extends Axes>(axes: A): Row<A>[] => (isFull ? product(axes) : pairwise(axes));
