import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

interface Props {
  /** What is shown, in words. */
  text: string;
  /** There are pages to go to. */
  paged: boolean;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
}

/** What is shown of how many, and the way to the rest. */
export function Pager({ text, paged, hasPrevious, hasNext, onPrevious, onNext }: Props) {
  return (
    <nav class="pager" aria-label={t('manage.pages')}>
      <p>{text}</p>
      {paged && (
        <div class="row">
          <button type="button" class="button" aria-disabled={!hasPrevious} onClick={() => hasPrevious && onPrevious()}>
            <Icon name="chevron" />
            {t('manage.previous')}
          </button>
          <button type="button" class="button" aria-disabled={!hasNext} onClick={() => hasNext && onNext()}>
            {t('manage.next')}
            <Icon name="chevron" />
          </button>
        </div>
      )}
    </nav>
  );
}
