import { useState } from 'preact/hooks';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { findingText } from '@/lib/text/findings.ts';
import { t } from '@/lib/text/i18n.ts';
import type { SnippetForms } from '@/lib/tracking/build.ts';
import type { TrackingState, TrackingStatus } from '@/lib/tracking/status.ts';

type CodeForm = keyof SnippetForms;

const codeTexts: Record<CodeForm, { label: () => string; where: () => string }> = {
  html: { label: () => t('tracking.copy_html'), where: () => t('tracking.where_html') },
  wordpress: { label: () => t('tracking.copy_wordpress'), where: () => t('tracking.where_wordpress') },
  tagManager: { label: () => t('tracking.copy_tag_manager'), where: () => t('tracking.where_tag_manager') },
  nextjs: { label: () => t('tracking.copy_nextjs'), where: () => t('tracking.where_nextjs') },
  javascript: { label: () => t('tracking.copy_javascript'), where: () => t('tracking.where_javascript') },
};
const otherForms = ['wordpress', 'tagManager', 'nextjs', 'javascript'] as const;

/** Copies the tracking code as HTML or for another platform, and says where to paste it. */
function CopyCode({ forms }: { forms: SnippetForms }) {
  const [last, setLast] = useState<{ form: CodeForm; copied: boolean }>();
  const copy = async (form: CodeForm) => {
    const copied = await navigator.clipboard.writeText(forms[form] ?? '').then(
      () => true,
      () => false,
    );
    setLast({ form, copied });
  };
  const { form = 'html', copied } = last ?? {};
  return (
    <div class="stack copy-code">
      <button type="button" class="button" onClick={() => void copy('html')}>
        <Icon name={last?.form === 'html' && copied ? 'check' : 'copy'} />
        {codeTexts.html.label()}
      </button>
      <div class="row">
        <span class="hint">{t('tracking.copy_for')}</span>
        {otherForms
          .filter((other) => forms[other])
          .map((other) => (
            <button key={other} type="button" class="chip" onClick={() => void copy(other)}>
              <Icon name={last?.form === other && copied ? 'check' : 'copy'} />
              {codeTexts[other].label()}
            </button>
          ))}
      </div>
      <p class="hint" aria-live="polite">
        {last && `${copied ? t('tracking.copied') : t('tracking.copy_failed')} `}
        {codeTexts[form].where()}
      </p>
      {last && !copied && (
        <textarea
          readOnly
          dir="ltr"
          rows={4}
          aria-label={t('tracking.code')}
          value={forms[form]}
          ref={(box) => box?.select()}
        />
      )}
    </div>
  );
}

/** What to do, or why the status is unclear, if the line above does not say so. */
const hints: Partial<Record<TrackingState, { icon: IconName; tone: 'warn' | 'danger' | 'muted'; text: () => string }>> =
  {
    missing: { icon: 'warning', tone: 'warn', text: () => t('tracking.hint_missing') },
    losing: { icon: 'warning', tone: 'danger', text: () => t('tracking.hint_losing') },
    unsure: { icon: 'question', tone: 'warn', text: () => t('tracking.hint_unsure') },
    unseen: { icon: 'info', tone: 'muted', text: () => t('tracking.hint_unseen') },
  };

interface StatusNoteProps {
  status: TrackingStatus;
  /** The site's tracking code; undefined if the template needs the website's id and that is not known. */
  forms: SnippetForms | undefined;
}

/** Why visits are not counted, what else was seen on the page, and the code to copy. */
export function StatusNote({ status: { state, findings }, forms }: StatusNoteProps) {
  const [open, setOpen] = useState(false);
  const { icon, tone, text } = hints[state] ?? { icon: 'info', tone: 'muted' };
  const needed = state === 'missing';
  return (
    <section class="tracking-status" data-state={state} aria-label={t('tracking.label')}>
      {(text || findings.length > 0) && (
        <div class={`note ${tone}`} aria-live="polite">
          <Icon name={icon} />
          <div>
            {text && <p>{text()}</p>}
            {findings.length > 0 && (
              <ul class="findings">
                {findings.map((finding) => (
                  <li key={`${finding.kind} ${finding.about}`} data-finding={finding.kind}>
                    {findingText(finding)}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
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
