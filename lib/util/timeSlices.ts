import { sleep } from './sleep.ts';

/**
 * Walks through something long in slices, so that the page stays quick: no more than `budget` milliseconds at a time.
 * `take` gets what each slice gave. Ends early when cancelled; resolves to whether it came to the end.
 */
export async function inSlices<T>(
  items: Iterable<T>,
  take: (slice: T[]) => void,
  signal?: AbortSignal,
  budget = 12,
): Promise<boolean> {
  let slice: T[] = [];
  let begun = performance.now();
  for (const item of items) {
    slice.push(item);
    if (performance.now() - begun < budget) continue;
    take(slice);
    slice = [];
    await sleep(0);
    if (signal?.aborted) return false;
    begun = performance.now();
  }
  if (slice.length) take(slice);
  return true;
}

/** Everything of something long, gathered in slices; undefined when cancelled. */
export async function collect<T>(items: Iterable<T>, signal?: AbortSignal): Promise<T[] | undefined> {
  const all: T[] = [];
  const whole = await inSlices(items, (slice) => all.push(...slice), signal);
  return whole ? all : undefined;
}
