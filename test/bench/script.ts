import type { Connection } from './cdp.ts';
import { press, warmOrCold } from './open.ts';
import { closeTab } from './pages.ts';
import type { Installed } from './subject.ts';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { data?: { url?: string; documentLoaderURL?: string; navigationId?: string }; name?: string };
}

const work = new Set([
  'v8.compileModule',
  'v8.compile',
  'v8.evaluateModule',
  'EvaluateScript',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'FireAnimationFrame',
]);

/** Resolves to all trace events during a task. */
async function recorded(browser: Connection, task: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const hear = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
  browser.on('Tracing.dataCollected', hear);
  const done = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve));
  const categories = 'devtools.timeline,v8,disabled-by-default-v8.compile,blink.user_timing,loading';
  await browser.send('Tracing.start', { traceConfig: { includedCategories: categories.split(',') } });
  await task();
  await browser.send('Tracing.end');
  await done;
  browser.off('Tracing.dataCollected', hear);
  return events;
}

/** Returns a thread's processor time in these events (milliseconds). Time within nested events counts once. */
function spent(events: readonly TraceEvent[]): number {
  let sum = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { ts, dur = 0, tdur } of [...events].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    if (ts < end) continue;
    end = ts + dur;
    sum += tdur ?? dur;
  }
  return sum / 1000;
}

/**
 * Measures the scripts on the popup's main thread at one opening: until it is ready, and in its first second. This is
 * processor time, measured in separate openings, because recording slows down what is timed.
 */
export async function scriptTime(installed: Installed): Promise<{ ready: number; second: number }> {
  await warmOrCold(installed, false);
  const { browser, id, kind } = installed;
  const events = await recorded(browser, async () => {
    const { popup } = await press(installed);
    await new Promise((resolve) => setTimeout(resolve, 800));
    await closeTab(browser, popup);
  });
  const begun = events.find(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL?.includes(id),
  );
  const mark = events.find(({ name, pid }) => name === 'ready-dom' && pid === begun?.pid);
  if (!begun || !mark) throw new Error(`${kind.name}: the recording lacks its opening.`);
  const own = events.filter(
    ({ name, ph, tid, pid, ts }) =>
      work.has(name) && ph === 'X' && pid === begun.pid && tid === mark.tid && ts >= begun.ts,
  );
  // This includes a few microseconds of the probe itself.
  const ready = own.filter(({ ts }) => ts <= mark.ts);
  const second = own.filter(({ ts }) => ts <= begun.ts + 1_000_000);
  return { ready: spent(ready), second: spent(second) };
}
