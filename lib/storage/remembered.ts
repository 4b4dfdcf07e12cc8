import type { Memory, Remembered } from '../services/index.ts';
import { ageOf } from '../util/moments.ts';
import { get, keyOf, type Setting, set, unset } from './settings.ts';

/** Returns the setting in which `memoryOf` stores its data. It stays in memory until the browser closes. */
const rememberedOf = (account: string): Setting<Remembered | undefined> => ({
  key: keyOf('remembered', account),
  area: 'session',
  fallback: undefined,
});

/**
 * Returns functions that read and store data about an account. With these, the code for a kind of service keeps data
 * between calls. They never reject.
 */
export const memoryOf = (account: string): Memory => ({
  get: () => get(rememberedOf(account)).catch(() => undefined),
  set: (remembered) => set(rememberedOf(account), remembered).catch(() => {}),
});

/**
 * Forgets the data that `memoryOf` stored for an account at least `maxAge` milliseconds ago, so that a check of a site
 * does not rely on it. Resolves to whether anything was forgotten.
 */
export async function forgetOlder(account: string, maxAge: number): Promise<boolean> {
  const remembered = await memoryOf(account).get();
  const isOld = remembered !== undefined && ageOf(remembered.at, Date.now()) >= maxAge;
  if (isOld) await unset(rememberedOf(account));
  return isOld;
}
