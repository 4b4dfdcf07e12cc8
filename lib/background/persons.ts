import { originOf } from '../connections/address.ts';
import { ageOf } from '../util/moments.ts';
import { sleep } from '../util/sleep.ts';

/** The longest pause between the requests of one action of a person (milliseconds). */
const pause = 500;

/** By origin: the number of requests under way for a person, and when the last one ended. */
const requests = new Map<string, { count: number; ended: number }>();

/**
 * Calls `send`, which sends a request that a person waits for. Meanwhile, and for the time of `pause` after it,
 * `afterPersons` waits.
 */
export async function forPerson<T>(url: string, send: () => Promise<T>): Promise<T> {
  const origin = originOf(url);
  const here = requests.get(origin) ?? { count: 0, ended: 0 };
  requests.set(origin, here);
  here.count++;
  try {
    return await send();
  } finally {
    here.count--;
    here.ended = Date.now();
  }
}

/** Resolves once no person has been waiting for this service for the time of `pause`. */
export async function afterPersons(url: string): Promise<void> {
  const here = requests.get(originOf(url));
  while (here && (here.count || ageOf(here.ended, Date.now()) < pause)) await sleep(pause);
}
