/** The middle of several numbers, and between what the middle half of them lies. */
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

/** How a cost grows: n to which power it follows, by the line of least squares through the logarithms. */
export function exponent(points: readonly (readonly [n: number, cost: number])[]): number {
  const logs = points.map(([n, cost]) => [Math.log(n), Math.log(Math.max(cost, 1e-9))] as const);
  const mean = (side: 0 | 1) => logs.reduce((sum, point) => sum + point[side], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const top = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return top / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

/** Rows of texts as a table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}
