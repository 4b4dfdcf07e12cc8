import type { SlimRow } from '@/lib/records/slim.ts';
import { momentText } from '@/lib/text/dates.ts';
import { t } from '@/lib/text/i18n.ts';

/** Says since when a record may no longer exist. */
export function NotListed({ row: { notListed, replaced } }: { row: SlimRow }) {
  if (notListed === undefined) return null;
  const time = momentText(notListed);
  return (
    <p class="hint warn">{replaced ? t('manage.shown_as_of', { time }) : t('manage.not_listed', { date: time })}</p>
  );
}
