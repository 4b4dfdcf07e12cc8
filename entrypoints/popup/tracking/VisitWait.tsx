import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import type { Visits } from '../site/state.ts';

type VisitWaitProps = Pick<Visits, 'wait' | 'problem'> & { onAgain: () => void };

/** Shows that Waymark waits for a visit, or how the wait ended. */
export const VisitWait = ({ wait, problem, onAgain }: VisitWaitProps) => (
  <p class="visit-wait">
    <span class="hint" aria-live="polite">
      {wait === 'on' && t('visits.waiting')}
      {wait === 'over' && (problem ? t('visits.unseen', { reason: problemText(problem) }) : t('visits.waited'))}
    </span>
    {wait === 'over' && (
      <button type="button" class="link" onClick={onAgain}>
        {t('visits.again')}
      </button>
    )}
  </p>
);
