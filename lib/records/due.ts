import { ageOf } from '../util/moments.ts';
import type { ListFacts } from './types.ts';

const day = 86_400_000;
/** The pause after an unfinished reading of the list (milliseconds). */
const retryPause = 600_000;

/**
 * Whether to read the whole list without a person's request: after a day, or if the service's total differs from the
 * total of the last reading plus our own writes since. `total`: what the service reports now.
 */
export function isDue(facts: Partial<ListFacts> | undefined, total: number | undefined, now: number): boolean {
  const { whole, tried, pass, ended, counted, stopped } = facts ?? {};
  const age = (at: number | undefined) => (at === undefined ? Number.POSITIVE_INFINITY : ageOf(at, now));
  if (age(stopped) < day) return false;
  if (pass !== ended) return age(tried) >= retryPause;
  const isChanged = total !== undefined && counted !== undefined && total !== counted;
  // Some services count the records of the page only, and some gain records all the time.
  return Math.min(age(whole), age(tried)) >= (isChanged ? retryPause : day);
}
