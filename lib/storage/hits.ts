import { browser } from 'wxt/browser';
import { isRecord } from '../util/isRecord.ts';
import { readTable } from './readParts.ts';
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

const isMoment = (value: unknown): value is number => Number.isFinite(value);

function parseHits(value: unknown): KnownHits | undefined {
  if (!isRecord(value)) return undefined;
  const { last, lastAt, week, weekAt } = value;
  return {
    ...(isMoment(lastAt) ? { lastAt, ...(isMoment(last) || last === null ? { last } : {}) } : {}),
    ...(isMoment(weekAt) ? { weekAt, ...(isMoment(week) ? { week } : {}) } : {}),
  };
}

const starts = ['hits:', 'remembered:'];

/**
 * Returns the setting with the visits of an account's websites. Only the worker writes it. It is in memory only, so
 * that no visits stay stored after the browser closes.
 */
export const hitsOf = (account: string): Setting<HitsById> => ({
  key: keyOf('hits', account),
  area: 'session',
  fallback: {},
  parse: (value) => readTable(value, parseHits),
});

/** Forgets the visits of all accounts that `isGone` accepts. Also forgets the data that `memoryOf` stores for them. */
export async function dropHits(isGone: (account: string) => boolean): Promise<void> {
  const names = Object.keys(await browser.storage.session.get());
  await browser.storage.session.remove(
    names.filter((name) => starts.some((start) => name.startsWith(start) && isGone(name.slice(start.length)))),
  );
}
