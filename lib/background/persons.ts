import { originOf } from '../connections/address.ts';
import { ageOf } from '../util/moments.ts';
import { sleep } from '../util/sleep.ts';

/** How long after a person's request other requests are held back, because the person may cause more (milliseconds). */
const pause = 500;

/** The requests that a person waits for, by service origin: how many are under way, and when the last one ended. */
const requests = new Map<string, { count: number; ended: number }>();

/**
 * Sends a request that a person waits for. Other requests to the same origin wait until it has ended and a little
 * longer (see `afterPersons`).
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

/**
 * Waits until all persons' requests to this service have ended, and `pause` milliseconds more. Call it before a request
 * that nobody waits for.
 */
export async function afterPersons(url: string): Promise<void> {
  const here = requests.get(originOf(url));
  while (here && (here.count || ageOf(here.ended, Date.now()) < pause)) await sleep(pause);
}
