import { language, plural, t } from './i18n.ts';

/**
 * Caches the formatters that `make` makes: equal arguments give the same formatter. Making one takes longer than using
 * it. The time zone counts as an argument, because it may change while a page is open.
 */
function kept<A extends unknown[], T>(make: (...given: A) => T): (...given: A) => T {
  const made = new Map<string, T>();
  return (...given) => {
    const key = JSON.stringify([given, new Date().getTimezoneOffset()]);
    const one = made.get(key) ?? make(...given);
    made.set(key, one);
    return one;
  };
}
const dateFormat = kept(
  (language: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);
/** Formats a moment. Returns a dash for a number beyond the range of dates, which `Intl` would refuse. */
const formatted = (moment: number, options: Intl.DateTimeFormatOptions): string =>
  Number.isNaN(new Date(moment).getTime()) ? '–' : dateFormat(language(), options).format(moment);
const relativeFormat = kept(
  (language: string, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
);

type DateStyle = NonNullable<Intl.DateTimeFormatOptions['dateStyle']>;

/** Formats a moment (milliseconds since 1970) as the time of day, to the minute. */
export const timeText = (moment: number): string => formatted(moment, { timeStyle: 'short' });

/** Formats a moment (milliseconds since 1970) as the time of day, to the second. */
export const clockText = (moment: number): string => formatted(moment, { timeStyle: 'medium' });

/** Formats a moment (milliseconds since 1970) as a date. */
export const dayText = (moment: number, dateStyle: DateStyle = 'medium'): string => formatted(moment, { dateStyle });

/** Formats a moment (milliseconds since 1970) as date and time, to the minute. */
export const momentText = (moment: number): string => formatted(moment, { dateStyle: 'medium', timeStyle: 'short' });

export interface DateText {
  /** The day, in a short form. */
  day: string;
  /** Day and time in full. Undefined if the given text is only a day, or not a date at all. */
  moment?: string;
}

const isDay = /^\d{4}-\d{2}-\d{2}$/;
const isDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/;

/** Returns the date in a text, or undefined if the text is not a date. A day without a time is a local day. */
function dateIn(given: string): Date | undefined {
  if (!isDate.test(given)) return undefined;
  const at = new Date(isDay.test(given) ? `${given}T00:00` : given);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/**
 * Returns a function that formats dates for a language. A text that is not a date becomes the `day` unchanged. Returns
 * undefined for a missing or empty text, and the same object for equal texts.
 */
export function dateTexts(language: string): (given: string | undefined) => DateText | undefined {
  const day = dateFormat(language, { dateStyle: 'medium' });
  const moment = dateFormat(language, { dateStyle: 'full', timeStyle: 'short' });
  const made = new Map<string, DateText>();
  const make = (given: string): DateText => {
    const at = dateIn(given);
    if (!at) return { day: given };
    return { day: day.format(at), ...(isDay.test(given) ? {} : { moment: moment.format(at) }) };
  };
  return (given) => {
    if (!given) return undefined;
    const text = made.get(given) ?? make(given);
    made.set(given, text);
    return text;
  };
}

const dayOf = (moment: number) => new Date(moment).setHours(0, 0, 0, 0);

/** Returns a moment (milliseconds since 1970) in everyday words. Includes the time only for today and yesterday. */
export function whenText(moment: number, now = Date.now()): string {
  const days = Math.round((dayOf(moment) - dayOf(now)) / 86_400_000);
  if (days !== 0 && days !== -1) return dayText(moment);
  const day = relativeFormat(language(), { numeric: 'auto' }).format(days, 'day');
  return `${day}, ${timeText(moment)}`;
}

const agoUnits = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Returns how long ago something was, in the largest unit that fits: now, 2 min ago, 5 hr. ago, 12 days ago, 2 mo. ago.
 * `ms`: how long ago (milliseconds). `isHour`: only the hour of the moment is known.
 */
export function agoText(ms: number, style: 'short' | 'long' = 'short', isHour = false): string {
  if (isHour && ms < 3_600_000) return t('visits.within_hour');
  const [unit, length] = agoUnits.find(([, span]) => ms >= span) ?? (['second', Number.POSITIVE_INFINITY] as const);
  const count = Math.floor(ms / length);
  const options = { style, numeric: count > 0 ? 'always' : 'auto' } as const;
  return relativeFormat(language(), options).format(count > 0 ? -count : 0, unit);
}

/** Returns a remaining time (`ms`: milliseconds) in minutes and seconds, as on a stopwatch: 1:05. */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns a sentence about a remaining time (`ms`: milliseconds), in minutes or hours. */
export function durationText(ms: number): string {
  if (ms < 55_000) return t('addmany.time_left_soon');
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 90
    ? plural('addmany.time_left_minutes', minutes)
    : plural('addmany.time_left_hours', Math.round(minutes / 60));
}

export const minutesText = (ms: number): string => plural('addmany.minutes', Math.max(1, Math.ceil(ms / 60_000)));
