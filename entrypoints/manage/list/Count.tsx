import { momentText } from '@/lib/text/dates.ts';
import { numberText, plural, t, timeText } from '@/lib/text/i18n.ts';
import type { RecordKind } from '@/lib/websites/query.ts';

/** A moment: the time alone if it was today. */
export const ageText = (moment: number): string =>
  new Date(moment).toDateString() === new Date().toDateString() ? timeText(moment) : momentText(moment);

/** A number of records, of which there may be more. */
export const countText = (count: number, isOpen: boolean): string => `${numberText(count)}${isOpen ? '+' : ''}`;

export const recordsText = (kind: RecordKind, count: number, isOpen = false): string =>
  plural(kind === 'websites' ? 'options.websites' : 'options.projects', count, { count: countText(count, isOpen) });

interface CountProps {
  kind: RecordKind;
  shown: number;
  all: number;
  /** Whether there may be more. */
  isOpen: boolean;
  /** When all records were last read; undefined if there may be more. */
  whole: number | undefined;
  isReading: boolean;
  onRefresh: () => void;
}

/** How many records there are, how many of them are shown, and as of when. */
export function Count({ kind, shown, all, isOpen, whole, isReading, onRefresh }: CountProps) {
  const total = recordsText(kind, all, isOpen);
  return (
    <p class="counted">
      <span role="status">
        <b>{shown === all ? total : t('manage.shown_of', { count: numberText(shown), total })}</b>
        {whole !== undefined && <span class="muted"> · {t('manage.as_of', { time: ageText(whole) })}</span>}
      </span>
      {!isReading && (
        <>
          {' · '}
          <button type="button" class="button quiet" onClick={onRefresh}>
            {t('manage.refresh')}
          </button>
        </>
      )}
    </p>
  );
}
