/** `npm run test:full` plays everything; `npm test` leaves out `*.full.test.ts`, and of each matrix plays a part. */
export const isFull = process.env.WAYMARK_TIER === 'full';

/** How many cases a property is tried with: of those of the full tier, `npm test` plays a quarter. */
export const runs = (count: number): { numRuns: number } => ({ numRuns: isFull ? count : Math.ceil(count / 4) });

type Axes = Readonly<Record<string, readonly unknown[]>>;
type Row<A extends Axes> = { [Name in keyof A]: A[Name][number] };

/** Every combination of the axes' values. */
export const product = <A extends Axes>(axes: A): Row<A>[] =>
  Object.entries(axes).reduce<object[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as Row<A>[];

/** The pairs of values that a row has: each named by its two axes and their values' places. */
function pairsOf(row: object, places: ReadonlyMap<string, ReadonlyMap<unknown, number>>): string[] {
  const named = Object.entries(row).map(([name, value]) => `${name}=${places.get(name)?.get(value)}`);
  return named.flatMap((one, at) => named.slice(at + 1).map((other) => `${one} ${other}`));
}

/** Of the product so few rows that every pair of values occurs in one: each time the row that adds the most. */
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

/** A matrix of tests: every combination in the full tier, else every pair of values once. */
export const matrix = <A extends Axes>(axes: A): Row<A>[] => (isFull ? product(axes) : pairwise(axes));
