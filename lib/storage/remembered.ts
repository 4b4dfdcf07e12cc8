import type { Memory, Remembered } from '../services/index.ts';
import { ageOf } from '../util/moments.ts';
import { get, keyOf, type Setting, set, unset } from './settings.ts';

/** What is remembered of an account at its service from one call to the next; in memory only, so that it ends with the browser. */
const rememberedOf = (account: string): Setting<Remembered | undefined> => ({
  key: keyOf('remembered', account),
  area: 'session',
  version: 1,
  fallback: undefined,
  parse: (value) => value as Remembered,
});

export const memoryOf = (account: string): Memory => ({
  get: () => get(rememberedOf(account)).catch(() => undefined),
  set: (remembered) => set(rememberedOf(account), remembered).catch(() => {}),
});

/** Forgets what was remembered longer ago than this (milliseconds), before it decides what is registered. Returns whether there was such. */
export async function forgetOlder(account: string, maxAge: number): Promise<boolean> {
  const remembered = await memoryOf(account).get();
  const isOld = remembered !== undefined && ageOf(remembered.at, Date.now()) >= maxAge;
  if (isOld) await unset(rememberedOf(account));
  return isOld;
}
