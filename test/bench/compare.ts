import type { PopupRow, Report } from './report.ts';
import type { Spread } from './stats.ts';

/** Differences that are smaller than this time (milliseconds), or than this share of the earlier value, are noise. */
const noise = { ms: 15, share: 0.1 };

const times = ['paint', 'ready', 'dom'] as const;

const slower = (before: Spread, after: Spread): boolean =>
  after.median - before.median > Math.max(noise.ms, before.median * noise.share);

const named = (row: PopupRow) => `${row.name}, ${row.worker}`;

/** Returns what has become slower or bigger since an earlier report, in one line each. */
export function compared(before: Report, after: Report): string {
  const lines = after.popups.flatMap((row) => {
    const old = before.popups.find((one) => named(one) === named(row));
    if (!old) return [];
    const late = times
      .filter((key) => slower(old[key], row[key]))
      .map((key) => `${named(row)}: ${key} ${old[key].median.toFixed(0)} → ${row[key].median.toFixed(0)} ms`);
    const big = (['js', 'css'] as const)
      .filter((key) => row[key][1] > old[key][1])
      .map((key) => `${named(row)}: ${key} ${old[key][1]} → ${row[key][1]} bytes (gzip)`);
    return [...late, ...big];
  });
  const workers = after.worker.flatMap(({ name, time }) => {
    const old = before.worker.find((one) => one.name === name)?.time;
    return old && slower(old, time) ? [`${name} worker: ${old.median.toFixed(0)} → ${time.median.toFixed(0)} ms`] : [];
  });
  const all = [...lines, ...workers];
  return all.length ? `Slower or bigger than before:\n${all.join('\n')}` : 'Nothing got slower or bigger.';
}
