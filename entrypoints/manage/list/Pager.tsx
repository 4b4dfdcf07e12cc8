import type { RenderableProps } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import { numberText as number, t } from '@/lib/text/i18n.ts';

interface ShownPage {
  /** How many records come before this page, and how many are on it. */
  from: number;
  count: number;
  total?: number;
  /** There are, or may be, more records than on this page. */
  more: boolean;
  /** There may be others than these and those before them, even if no more follow. */
  isUncounted?: boolean;
  /** The service offers a next page. */
  pages: boolean;
}

/** `1 to 25 of 60`; or a note that only the first page is available, if the service has more but offers no next page. */
export function pageText({ from, count, total, more, isUncounted, pages }: ShownPage): string {
  if (!count) return '';
  const dead = more && !pages;
  if (dead && total !== undefined) return t('manage.first_of', { count: number(count), total: number(total) });
  if (dead) return t('manage.first', { count: number(count) });
  const range = { from: number(from + 1), to: number(from + count) };
  const all = total ?? (more || isUncounted ? undefined : from + count);
  return all === undefined ? t('manage.range', range) : t('manage.range_of', { ...range, total: number(all) });
}

export interface PagerProps {
  /** There are pages to go to. */
  paged: boolean;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
}

/** Which part of the list is shown, and the buttons for the other pages. */
export function Pager({ children, paged, hasPrevious, hasNext, onPrevious, onNext }: RenderableProps<PagerProps>) {
  return (
    <div class="pager">
      {children}
      {paged && (
        <nav class="row" aria-label={t('manage.pages')}>
          <button type="button" class="button" aria-disabled={!hasPrevious} onClick={() => hasPrevious && onPrevious()}>
            <Icon name="chevron" />
            {t('manage.previous')}
          </button>
          <button type="button" class="button" aria-disabled={!hasNext} onClick={() => hasNext && onNext()}>
            {t('manage.next')}
            <Icon name="chevron" />
          </button>
        </nav>
      )}
    </div>
  );
}
