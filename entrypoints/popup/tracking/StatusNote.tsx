import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { SnippetForms, TrackingStatus } from '@/lib/tracking/index.ts';
import { CopyCode } from './CopyCode.tsx';
import { findingText, stateWords } from './statusTexts.ts';

interface Props {
  verdict: TrackingStatus;
  /** The site's tracking code; undefined while it cannot be built, as the template names an id that is not known. */
  forms: SnippetForms | undefined;
  /** Registers the site: offered where visits are being lost. */
  onTrack?: () => void;
  domain: string;
}

/** Whether visits are really counted, why not, and the code to copy. */
export function StatusNote({ verdict: { state, findings }, forms, onTrack, domain }: Props) {
  const [open, setOpen] = useState(false);
  const { icon, tone, text, hint } = stateWords[state];
  const needed = state === 'missing';
  return (
    <section class="verdict" data-state={state} aria-label={t('tracking.label')}>
      <div class={`note ${tone}`} aria-live="polite">
        <Icon name={icon} />
        <div>
          <p class="verdict-state">{text()}</p>
          <p>{hint()}</p>
          {findings.length > 0 && (
            <ul class="findings">
              {findings.map((finding) => (
                <li key={`${finding.kind} ${finding.about}`} data-finding={finding.kind}>
                  {findingText(finding)}
                </li>
              ))}
            </ul>
          )}
          {state === 'losing' && onTrack && (
            <button type="button" class="button" onClick={onTrack}>
              {t('tracking.register', { domain })}
            </button>
          )}
        </div>
      </div>
      {!needed && (
        <button type="button" class="disclosure" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name="chevron" />
          {t('tracking.code')}
        </button>
      )}
      {(needed || open) && (forms ? <CopyCode forms={forms} /> : <p class="hint">{t('tracking.needs_id')}</p>)}
    </section>
  );
}
