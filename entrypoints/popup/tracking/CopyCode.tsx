import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { SnippetForms } from '@/lib/tracking/index.ts';

type CodeForm = keyof SnippetForms;

const codeTexts: Record<CodeForm, { label: () => string; where: () => string }> = {
  html: { label: () => t('tracking.copy_html'), where: () => t('tracking.where_html') },
  wordpress: { label: () => t('tracking.copy_wordpress'), where: () => t('tracking.where_wordpress') },
  tagManager: { label: () => t('tracking.copy_tag_manager'), where: () => t('tracking.where_tag_manager') },
  nextjs: { label: () => t('tracking.copy_nextjs'), where: () => t('tracking.where_nextjs') },
  javascript: { label: () => t('tracking.copy_javascript'), where: () => t('tracking.where_javascript') },
};
const others = ['wordpress', 'tagManager', 'nextjs', 'javascript'] as const;

/** Copies the tracking code, as HTML or as another place takes it, and says where it goes. */
export function CopyCode({ forms }: { forms: SnippetForms }) {
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
        {others
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
