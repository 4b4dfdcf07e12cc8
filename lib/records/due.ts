import { ageOf } from '../util/moments.ts';
import type { ListFacts } from './types.ts';

const day = 86_400_000;
/** After a reading that did not come to its end (milliseconds). */
const retryPause = 600_000;

/**
 * Whether the whole list is to be read without being asked for: after a day, or because the service has more or fewer records
 * than the last reading and our own writes since make. `total`: what the service says now.
 */
export function isDue(facts: Partial<ListFacts> | undefined, total: number | undefined, now: number): boolean {
  const { whole, tried, pass, ended, counted, stopped } = facts ?? {};
  const age = (at: number | undefined) => (at === undefined ? Number.POSITIVE_INFINITY : ageOf(at, now));
  if (age(stopped) < day) return false;
  if (pass !== ended) return age(tried) >= retryPause;
  const isChanged = total !== undefined && counted !== undefined && total !== counted;
  // Some services count the records of the page, and others register all the time.
  return Math.min(age(whole), age(tried)) >= (isChanged ? retryPause : day);
}
