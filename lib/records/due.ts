import { ageOf } from '../util/moments.ts';
import type { ListFacts } from './types.ts';

const day = 86_400_000;
/** The least time between two readings of the list (milliseconds). */
const retryPause = 600_000;

/**
 * Whether to read the whole list without a person's request. That is due a day after the last reading. It is due
 * earlier if that reading was not finished, or if the service's total has changed by more than our own writes. `total`:
 * what the service reports now.
 */
export function isDue(facts: Partial<ListFacts> | undefined, total: number | undefined, now: number): boolean {
  const { whole, tried, pass, ended, counted, stopped } = facts ?? {};
  const age = (at: number | undefined) => (at === undefined ? Number.POSITIVE_INFINITY : ageOf(at, now));
  if (age(stopped) < day) return false;
  if (pass !== ended) return age(tried) >= retryPause;
  const isChanged = total !== undefined && counted !== undefined && total !== counted;
  // A changed total is no reason to read at once: some services count only the records of the page, and some gain
  // records all the time.
  return Math.min(age(whole), age(tried)) >= (isChanged ? retryPause : day);
}
