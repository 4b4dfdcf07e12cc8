import { browser } from 'wxt/browser';
import { isRecord } from '../util/isRecord.ts';
import { readTable } from './readParts.ts';
import { keyOf, type Setting } from './settings.ts';

/** What a service said of a website's visits: see `Hits`. */
export interface KnownHits {
  last?: number | null | undefined;
  /** When it was asked for the last one (milliseconds since 1970). */
  lastAt?: number;
  week?: number | undefined;
  /** When it was asked for those of the week. */
  weekAt?: number;
}

/** By the website's id. */
export type HitsById = Readonly<Record<string, KnownHits>>;

const isMoment = (value: unknown): value is number => Number.isFinite(value);

function readHits(value: unknown): KnownHits | undefined {
  if (!isRecord(value)) return undefined;
  const { last, lastAt, week, weekAt } = value;
  return {
    ...(isMoment(lastAt) ? { lastAt, ...(isMoment(last) || last === null ? { last } : {}) } : {}),
    ...(isMoment(weekAt) ? { weekAt, ...(isMoment(week) ? { week } : {}) } : {}),
  };
}

const start = 'hits:';

/** The visits of an account's websites. Written by the worker alone; in memory only, so that nothing of them outlives the browser. */
export const hitsOf = (account: string): Setting<HitsById> => ({
  key: keyOf('hits', account),
  area: 'session',
  version: 1,
  fallback: {},
  parse: (value) => readTable(value, readHits),
});

/** Forgets what was said of the websites of accounts. */
export async function dropHits(isGone: (account: string) => boolean): Promise<void> {
  const names = Object.keys(await browser.storage.session.get());
  await browser.storage.session.remove(
    names.filter((name) => name.startsWith(start) && isGone(name.slice(start.length))),
  );
}
