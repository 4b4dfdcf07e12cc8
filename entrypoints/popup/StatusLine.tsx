import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { SiteStatus } from './siteStatus.ts';

interface StatusLineProps {
  status: SiteStatus;
  /** The outcome of the last action, shown instead of `status` until the next one. */
  said: string;
  /** `said` is a warning, not an outcome. */
  isWarning: boolean;
  onUndo: (() => void) | undefined;
}

/** The line below a site's name: its status, or the outcome of the last action. */
export function StatusLine({ status, said, isWarning, onUndo }: StatusLineProps) {
  const outcome = useRef<HTMLParagraphElement>(null);
  // The pressed control may have disappeared; move its focus to the outcome.
  useEffect(() => {
    if (said && document.activeElement === document.body) outcome.current?.focus();
  }, [said]);
  return (
    <div class="status-line">
      <p class={`site-status ${status.tone}`} aria-live="polite" hidden={!!said}>
        <Icon name={status.icon} />
        <span>{status.text}</span>
      </p>
      <p role="status" class={isWarning ? 'warn' : 'good'} tabIndex={-1} ref={outcome}>
        {said && <Icon name={isWarning ? 'warning' : 'check'} />}
        {said && <span>{said}</span>}
      </p>
      {onUndo && (
        <button type="button" class="link" onClick={onUndo}>
          {t('popup.undo')}
        </button>
      )}
    </div>
  );
}
