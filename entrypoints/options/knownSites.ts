import type { Problem } from '@/lib/services/index.ts';
import { isRefreshActive, type Refresh } from '@/lib/storage/refresh.ts';
import { clockText, whenText } from '@/lib/text/dates.ts';
import { numberText, plural, t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';

/**
 * Facts about the stored records of one connection. `count`: the number of stored websites, without those that only a
 * previous key has read.
 */
export interface Known {
  count: number;
  /** When the whole list was last read (milliseconds since 1970); undefined if it never was. */
  readAt: number | undefined;
  /** Whether the button to forget the stored sites has nothing to remove. */
  isEmpty: boolean;
  /** Set if the stored records cannot be read. The other values then mean nothing. */
  unread?: Problem;
}

/** The progress of reading the list of one connection's websites. `name`: the connection's name. */
export interface Reading {
  name: string;
  refresh: Refresh;
}

/**
 * Whether a list is being read because the person asked for it. During an automatic reading, the button to read the
 * list stays enabled, because the person may want the rest of the list at once.
 */
const isAsked = ({ refresh }: Reading) => isRefreshActive(refresh) && !refresh.unasked;

/**
 * Returns a text that says how many sites are stored, when they were read, and whether a list was read only in part. A
 * list that cannot be read is never shown as empty.
 */
export function knownText(all: readonly Known[]): string {
  const unread = all.find((one) => one.unread)?.unread;
  if (unread) return problemText(unread);
  const count = all.reduce((sum, one) => sum + one.count, 0);
  const moments = all.flatMap(({ readAt }) => readAt ?? []);
  const isWhole = moments.length === all.length;
  if (!isWhole && !count) return t('tracking.known_partly');
  const number = numberText(count);
  const known = plural('tracking.known', count, isWhole ? {} : { count: t('options.at_least', { count: number }) });
  if (!isWhole) return `${known} · ${t('tracking.known_partly')}`;
  const when = whenText(Math.min(...moments));
  return `${known} · ${t(all.length > 1 ? 'tracking.known_since' : 'tracking.known_at', { when })}`;
}

/** Returns a text about the problem that occurred while a list was read; '' if there was none. */
function troubleText({ state, until = 0, unasked, problem, why }: Refresh): string {
  if (state === 'waiting' && !unasked) return t('tracking.refresh_waiting', { time: clockText(until) });
  if (state === 'failed' && problem) return problemText(problem);
  return state === 'done' && why ? t('tracking.refresh_bounded') : '';
}

/**
 * Returns a text about the progress and problems of reading the lists. `isAskedHere`: whether this page started the
 * reading.
 */
export function readingText(readings: readonly Reading[], isAskedHere: boolean): string {
  const begun = readings.filter(({ refresh }) => refresh.state !== 'none');
  // A past reading that this page did not start is mentioned only if it had a problem.
  if (!begun.some(({ refresh }) => isAskedHere || isRefreshActive(refresh) || troubleText(refresh))) return '';
  const read = begun.reduce((sum, { refresh }) => sum + refresh.read, 0);
  const troubles = begun.flatMap(({ name, refresh }) => {
    const text = troubleText(refresh);
    return text ? [readings.length > 1 ? `${name} · ${text}` : text] : [];
  });
  return [plural('tracking.refreshed', read), ...troubles].join(' ');
}

/**
 * Returns the state of all readings together. `isReading`: whether any list is being read. `isBusy`: whether the person
 * asked for any of these readings (see `isAsked`). `progress`: 0 to 1; undefined until the size of each list that is
 * being read is known.
 */
export function readingState(readings: readonly Reading[]) {
  const active = readings.filter(({ refresh }) => isRefreshActive(refresh));
  const sum = (of: (refresh: Refresh) => number) => active.reduce((all, { refresh }) => all + of(refresh), 0);
  const isSized = active.length > 0 && active.every(({ refresh }) => refresh.total !== undefined);
  const total = isSized ? sum((refresh) => refresh.total ?? 0) : 0;
  const progress = total > 0 ? Math.min(1, sum(({ read }) => read) / total) : undefined;
  return { isReading: active.length > 0, isBusy: active.some(isAsked), progress };
}
