import { sleep } from './sleep.ts';

/** How long a slice may take before the browser gets time for other work (milliseconds). */
const budget = 12;

/**
 * Passes many items to `take`, in slices. Lets the browser do other work between two slices, so that the page stays
 * responsive. An undefined item is not passed on; it only marks a place to pause. Resolves to false if it finds after a
 * pause that it was cancelled, otherwise to true.
 */
export async function inSlices<T>(
  items: Iterable<T | undefined>,
  take: (slice: T[]) => void,
  signal?: AbortSignal,
): Promise<boolean> {
  let slice: T[] = [];
  let begun = performance.now();
  for (const item of items) {
    if (item !== undefined) slice.push(item);
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

/** Collects all items, in time slices (see `inSlices`). Resolves to undefined if cancelled. */
export async function collect<T>(items: Iterable<T | undefined>, signal?: AbortSignal): Promise<T[] | undefined> {
  const all: T[] = [];
  const whole = await inSlices(items, (slice) => all.push(...slice), signal);
  return whole ? all : undefined;
}

/** Runs a generator, in time slices (see `inSlices`). Resolves to its return value, or to undefined if cancelled. */
export async function returned<T>(steps: Generator<undefined, T>, signal?: AbortSignal): Promise<T | undefined> {
  let value: T | undefined;
  const places = function* () {
    value = yield* steps;
  };
  const isWhole = await inSlices(places(), () => {}, signal);
  return isWhole ? value : undefined;
}
