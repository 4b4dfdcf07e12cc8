import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemAction, problemText } from '@/lib/text/problems.ts';
import { Icon } from './Icon.tsx';

interface ProblemNoteProps {
  problem: Problem;
  domain?: string;
  /** What failed; shown before the sentence. */
  title?: string;
  /** Replaces the usual sentence for this problem. */
  text?: string;
  onSettings?: () => void;
  onAccess?: () => void;
  onRetry?: () => void;
  /** Registers the site although it could not be ruled out that it is registered already. */
  onAnyway?: () => void;
}

/** Seconds until the service allows another try. */
function useSeconds(from: number | undefined): number {
  const [left, setLeft] = useState(from ?? 0);
  useEffect(() => {
    const until = Date.now() + (from ?? 0) * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [from]);
  return left;
}

function RetryAction({ after, onRetry }: { after: number | undefined; onRetry: () => void }) {
  const seconds = useSeconds(after);
  return (
    // Otherwise a screen reader would announce every second.
    <div aria-live="off">
      <button type="button" class="button" disabled={seconds > 0} onClick={onRetry}>
        <Icon name="refresh" />
        {seconds > 0 ? t('popup.try_again_in', { seconds }) : t('popup.try_again')}
      </button>
    </div>
  );
}

/** What happened, in one sentence, and the one thing to do about it. */
export function ProblemNote({
  problem,
  domain,
  title,
  text,
  onSettings,
  onAccess,
  onRetry,
  onAnyway,
}: ProblemNoteProps) {
  const action = problemAction(problem);
  return (
    <div class={`note ${action === 'anyway' ? 'warn' : 'danger'}`}>
      <Icon name="warning" />
      <div class="stack">
        <p>
          {title && <b>{title} </b>}
          {text ?? problemText(problem, domain)}
        </p>
        {action === 'settings' && onSettings && (
          <button type="button" class="button" onClick={onSettings}>
            <Icon name="gear" />
            {t('popup.open_settings')}
          </button>
        )}
        {action === 'access' && onAccess && (
          <button type="button" class="button" onClick={onAccess}>
            <Icon name="lock" />
            {t('popup.grant_access')}
          </button>
        )}
        {action === 'anyway' && onAnyway && (
          <button type="button" class="button" onClick={onAnyway}>
            {t('registration.anyway')}
          </button>
        )}
        {action === 'retry' && onRetry && (
          <RetryAction key={problem.retryAfter} after={problem.retryAfter} onRetry={onRetry} />
        )}
      </div>
    </div>
  );
}
