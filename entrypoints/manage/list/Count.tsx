import { Button } from '@/components/Button.tsx';
import type { ListName } from '@/lib/records/types.ts';
import { momentText, timeText } from '@/lib/text/dates.ts';
import { numberText, plural, t } from '@/lib/text/i18n.ts';
import { useNow } from '../useNow.ts';
import { useList } from './useListTab.ts';

const dayOf = (moment: number) => new Date(moment).toDateString();

/**
 * Returns a function that puts a moment in words: the time of day if it is today, otherwise also the date. The
 * component renders again every minute, so that the words stay right after midnight.
 */
export function useAgeText(): (moment: number) => string {
  const today = dayOf(useNow(60_000));
  return (moment) => (dayOf(moment) === today ? timeText(moment) : momentText(moment));
}

/** Returns a count as text, followed by "+" if there may be more records (`isOpen`). */
export const countText = (count: number, isOpen: boolean): string => `${numberText(count)}${isOpen ? '+' : ''}`;

export const recordsText = (kind: ListName, count: number, isOpen = false): string =>
  plural(kind === 'websites' ? 'options.websites' : 'options.projects', count, { count: countText(count, isOpen) });

export function Count() {
  const { kind, list, rows, sums } = useList();
  const { whole } = sums;
  const ageText = useAgeText();
  const shown = rows.length;
  // While the rows are being sorted, both `all` and `shown` come from the previous result.
  const all = list.state.view?.shown.of ?? 0;
  if (!all && (!sums.isWell || sums.isLoading)) return null;
  const total = recordsText(kind, all, sums.isOpen);
  const isWhole = shown === all;
  return (
    <p class="counted">
      {/* Only the result of a query is announced: while a list is read or changed, its total changes every second. */}
      <b role="status" aria-live={isWhole ? 'off' : 'polite'}>
        {isWhole ? total : t('manage.shown_of', { count: numberText(shown), total })}
      </b>
      <span class="muted" role="status">
        {whole !== undefined && ` · ${t('manage.as_of', { time: ageText(whole) })}`}
      </span>
      {' · '}
      <Button
        look="quiet"
        label={t('manage.refresh')}
        aria-disabled={sums.isWanted}
        onClick={() => sums.isWanted || list.send({ type: 'refreshed' })}
      />
    </p>
  );
}
