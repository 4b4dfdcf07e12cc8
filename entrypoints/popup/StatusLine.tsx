import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { SiteStatus } from './siteStatus.ts';

interface StatusLineProps {
  status: SiteStatus;
  /** How the last action ended; shown in the place of `status` until the next one. */
  said: string;
  /** It is no outcome, but something to know. */
  isWarning: boolean;
  onUndo: (() => void) | undefined;
}

/** The one line under a site's name: how it stands, or how the last action ended. */
export function StatusLine({ status, said, isWarning, onUndo }: StatusLineProps) {
  const outcome = useRef<HTMLParagraphElement>(null);
  // The control that was pressed may be gone with what it did; its focus moves to the outcome.
  useEffect(() => {
    if (said && document.activeElement === document.body) outcome.current?.focus();
  }, [said]);
  return (
    <div class="status-line">
      <p class={`site-status ${status.tone}`} aria-live="polite" hidden={said !== ''}>
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
