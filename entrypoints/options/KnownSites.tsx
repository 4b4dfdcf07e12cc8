import { t } from '@/lib/text/i18n.ts';
import { knownText, readingState, readingText } from './knownSites.ts';
import type { KnownSites as Sites } from './useKnownSites.ts';

export function KnownSites({ sites }: { sites: Sites }) {
  const { known, readings, failure, isForgotten, hasRead, onRefresh, onStop, onForget } = sites;
  const { isReading, isBusy, progress } = readingState(readings);
  const isCounting = !failure && readings.some(({ refresh }) => refresh.state === 'running');
  const isEmpty = !known || known.every((one) => one.isEmpty);
  const said = failure ?? readingText(readings, hasRead);
  return (
    <div class="known-sites">
      <p class="hint nums">
        <span>{known && knownText(known)}</span>
        {/* `aria-disabled` instead of `disabled`, which would lose the focus. */}
        <button type="button" class="link" aria-disabled={isBusy} onClick={() => !isBusy && onRefresh()}>
          {isBusy ? t('tracking.refreshing') : t('tracking.refresh')}
        </button>
        {isReading && (
          <button type="button" class="link" onClick={onStop}>
            {t('manage.stop')}
          </button>
        )}
        <button
          type="button"
          class="link"
          title={t('options.forget_list_hint')}
          aria-disabled={isEmpty}
          onClick={() => !isEmpty && onForget()}
        >
          {t('options.forget_list')}
        </button>
      </p>
      {/* Not announced while the lists are read, because the number grows with every page. */}
      <p class={failure ? 'error' : 'hint nums'} role="status" aria-live={isCounting ? 'off' : 'polite'}>
        {said || (isForgotten && t('options.list_forgotten'))}
      </p>
      {isReading && <progress value={progress} aria-label={t('tracking.refreshing')} />}
    </div>
  );
}
