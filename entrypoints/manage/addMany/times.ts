import { language, plural, t } from '@/lib/text/i18n.ts';

/** Minutes and seconds, as a stopwatch shows them. */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How long something will still take, roughly. */
export function durationText(ms: number): string {
  if (ms < 55_000) return t('addmany.time_left_soon');
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 90
    ? plural('addmany.time_left_minutes', minutes)
    : plural('addmany.time_left_hours', Math.round(minutes / 60));
}

export const minutesText = (ms: number): string => plural('addmany.minutes', Math.max(1, Math.ceil(ms / 60_000)));
export const percentText = (share: number): string =>
  (Math.floor(share * 100) / 100).toLocaleString(language(), { style: 'percent' });
