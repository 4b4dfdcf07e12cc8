/** The median of several numbers, and the range of their middle half. */
export interface Spread {
  median: number;
  low: number;
  high: number;
  runs: number;
}

const at = (sorted: readonly number[], share: number): number => {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
};

export function spread(values: readonly number[]): Spread {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  return { median: at(sorted, 0.5), low: at(sorted, 0.25), high: at(sorted, 0.75), runs: sorted.length };
}

export async function repeated(times: number, measure: () => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < times; n++) all.push(await measure());
  return all;
}

/** A measured time. */
export interface Timed {
  name: string;
  time: Spread;
}

/**
 * Measures several tasks in turn, several times, so that other load on the machine affects all alike. The first round,
 * -1, fills the browser's caches and does not count.
 */
export async function inTurn(
  runs: number,
  ways: Readonly<Record<string, (run: number) => Promise<number>>>,
): Promise<Timed[]> {
  const all = Object.entries(ways).map(([name, measure]) => ({ name, measure, times: [] as number[] }));
  for (let run = -1; run < runs; run++)
    for (const { measure, times } of all) {
      const time = await measure(run);
      if (run >= 0) times.push(time);
    }
  return all.map(({ name, times }) => ({ name, time: spread(times) }));
}

/** Returns the power of n by which a cost grows, from the least-squares line through the logarithms. */
export function exponent(points: readonly (readonly [n: number, cost: number])[]): number {
  const logs = points.map(([n, cost]) => [Math.log(n), Math.log(Math.max(cost, 1e-9))] as const);
  const mean = (side: 0 | 1) => logs.reduce((sum, point) => sum + point[side], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const top = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return top / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

/** Returns rows of texts as a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}
