import { browser } from 'wxt/browser';
import { keyOf, type Setting } from './settings.ts';

/**
 * The visits of one website, as its service reported them (see `Hits`). `lastAt` and `weekAt`: when `last` and `week`
 * were requested (milliseconds since 1970).
 */
export interface KnownHits {
  last?: number | null | undefined;
  lastAt?: number;
  week?: number | undefined;
  weekAt?: number;
}

/** The visits of websites, by the website's id. */
export type HitsById = Readonly<Record<string, KnownHits>>;

const starts = ['hits:', 'remembered:'];

/**
 * Returns the setting that holds the visits of an account's websites. Only the worker writes it. It is in memory only,
 * so that no visits stay stored after the browser closes.
 */
export const hitsOf = (account: string): Setting<HitsById> => ({
  key: keyOf('hits', account),
  area: 'session',
  fallback: {},
});

/** Forgets the visits of all accounts for which `isGone` returns true, and the data that `memoryOf` stores for them. */
export async function dropHits(isGone: (account: string) => boolean): Promise<void> {
  const names = Object.keys(await browser.storage.session.get());
  await browser.storage.session.remove(
    names.filter((name) => starts.some((start) => name.startsWith(start) && isGone(name.slice(start.length)))),
  );
}
