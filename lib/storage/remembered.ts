import type { Memory, Remembered } from '../services/index.ts';
import { ageOf } from '../util/moments.ts';
import { get, keyOf, type Setting, set, unset } from './settings.ts';

/**
 * Returns the setting with the data that a kind of service remembers of an account between calls. In memory only, so
 * the data is lost with the browser.
 */
const rememberedOf = (account: string): Setting<Remembered | undefined> => ({
  key: keyOf('remembered', account),
  area: 'session',
  version: 1,
  fallback: undefined,
  parse: (value) => value as Remembered,
});

/** Returns the place where a kind of service remembers data of an account. Its functions never reject. */
export const memoryOf = (account: string): Memory => ({
  get: () => get(rememberedOf(account)).catch(() => undefined),
  set: (remembered) => set(rememberedOf(account), remembered).catch(() => {}),
});

/**
 * Forgets an account's remembered data if it is `maxAge` old or older (milliseconds), so that a check of what is
 * registered does not rely on it. Resolves to whether it forgot the data.
 */
export async function forgetOlder(account: string, maxAge: number): Promise<boolean> {
  const remembered = await memoryOf(account).get();
  const isOld = remembered !== undefined && ageOf(remembered.at, Date.now()) >= maxAge;
  if (isOld) await unset(rememberedOf(account));
  return isOld;
}
