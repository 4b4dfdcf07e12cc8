import { t } from '@/lib/text/i18n.ts';
import type { Visits } from '../site/state.ts';

/** A visit is waited for, or did not come while it was. */
export const VisitWait = ({ wait, onAgain }: Pick<Visits, 'wait'> & { onAgain: () => void }) => (
  <p class="visit-wait">
    <span class="hint" aria-live="polite">
      {wait === 'on' && t('visits.waiting')}
      {wait === 'over' && t('visits.waited')}
    </span>
    {wait === 'over' && (
      <button type="button" class="link" onClick={onAgain}>
        {t('visits.again')}
      </button>
    )}
  </p>
);
