import { ageOf } from '../util/moments.ts';
import type { ListFacts } from './types.ts';

const day = 86_400_000;
/** The shortest time between one reading of the list and the next automatic one (milliseconds). */
const retryPause = 600_000;

/**
 * Whether the worker should now read the whole list by itself. Normally, this is a day after the last reading. It is
 * only `retryPause` later if that reading did not finish or the number of records (`total`) has changed. Always false
 * for a day after the person has stopped a reading or removed the stored list.
 */
export function isDue(facts: Partial<ListFacts> | undefined, total: number | undefined, now: number): boolean {
  const { whole, tried, pass, ended, counted, stopped } = facts ?? {};
  const age = (at: number | undefined) => (at === undefined ? Number.POSITIVE_INFINITY : ageOf(at, now));
  if (age(stopped) < day) return false;
  if (pass !== ended) return age(tried) >= retryPause;
  const isChanged = total !== undefined && counted !== undefined && total !== counted;
  // Waits for `retryPause` even if the total has changed: some services report the page's number of records as the
  // total, and some lists grow all the time.
  return Math.min(age(whole), age(tried)) >= (isChanged ? retryPause : day);
}
