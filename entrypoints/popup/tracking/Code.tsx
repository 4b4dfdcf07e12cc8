import { useId, useState } from 'preact/hooks';
import { focusText } from '@/components/focusText.ts';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { buildForms, type SnippetForms } from '@/lib/tracking/build.ts';
import { copyText } from '@/lib/util/copyText.ts';
import type { Button, Focus } from '../site/state.ts';
import { useMain } from '../site/useFocus.ts';
import type { CodeValues } from '../site/view.ts';
import { type CodeKind, codeKinds, useCodeKind } from './useCodeKind.ts';

const codeTexts: Record<CodeKind, { label: () => string; where: () => string }> = {
  html: { label: () => t('tracking.kind_html'), where: () => t('tracking.where_html') },
  wordpress: { label: () => t('tracking.copy_wordpress'), where: () => t('tracking.where_wordpress') },
  tagManager: { label: () => t('tracking.copy_tag_manager'), where: () => t('tracking.where_tag_manager') },
  nextjs: { label: () => t('tracking.copy_nextjs'), where: () => t('tracking.where_nextjs') },
  javascript: { label: () => t('tracking.copy_javascript'), where: () => t('tracking.where_javascript') },
};

interface CodeProps extends CodeValues {
  focus: Focus;
  onPress?: ((button: Button) => void) | undefined;
  /** Whether this is the view's main button, because copying the code is the next step. */
  isMain?: boolean;
}

/** Shows a button that copies the tracking code, and a button that chooses the kind of code, such as WordPress. */
function CopyCode({ forms, focus, onPress, isMain }: Omit<CodeProps, keyof CodeValues> & { forms: SnippetForms }) {
  const list = useId();
  const [kind, setKind] = useCodeKind();
  const [open, setOpen] = useState(false);
  const [copied, setCopied] = useState<{ code: string; isDone: boolean }>();
  const main = useMain<HTMLButtonElement>(isMain ? focus : { at: 'else', turn: 0 });
  const kinds = codeKinds.filter((one) => forms[one]);
  const shown = kinds.find((one) => one === kind) ?? 'html';
  // If the person has since picked another name of the site, the code on the screen is not the copied one.
  const isCopied = copied && copied.code === forms[shown] ? copied.isDone : undefined;
  const copy = async (one: CodeKind) => {
    const code = forms[one] ?? '';
    const isDone = await copyText(code);
    setCopied({ code, isDone });
    if (isDone) onPress?.('copied');
  };
  const look = isMain ? 'button primary' : 'button small';
  return (
    <div class={isMain ? 'code main' : 'code'}>
      {!isMain && <span>{t('tracking.code')}</span>}
      <div class="split">
        <button type="button" class={look} ref={main} onClick={() => void copy(shown)}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {t('tracking.copy_html')}
        </button>
        {kinds.length > 1 && (
          <button
            type="button"
            class={`${look} kind`}
            aria-label={t('tracking.kind', { kind: codeTexts[shown].label() })}
            aria-expanded={open}
            aria-controls={list}
            onClick={() => setOpen(!open)}
          >
            {codeTexts[shown].label()}
            <Icon name="chevron" />
          </button>
        )}
      </div>
      <ul class="kinds" id={list} hidden={!open}>
        {kinds.map((one) => (
          <li key={one}>
            <button
              type="button"
              aria-current={one === shown}
              onClick={({ currentTarget }) => {
                setKind(one);
                setOpen(false);
                void copy(one);
                // The pressed item disappears with the menu, so the copy button gets the focus.
                currentTarget.closest('.code')?.querySelector('button')?.focus();
              }}
            >
              <Icon name="copy" />
              <span>
                {codeTexts[one].label()}
                <small>{codeTexts[one].where()}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p class="hint" aria-live="polite">
        {isCopied && `${t('tracking.copied')} ${codeTexts[shown].where()}`}
        {isCopied === false && t('tracking.copy_failed')}
      </p>
      {isCopied === false && (
        <textarea readOnly dir="ltr" rows={4} aria-label={t('tracking.code')} value={forms[shown]} ref={focusText} />
      )}
    </div>
  );
}

export function Code({ template, values, ...how }: CodeProps) {
  const forms = buildForms(template, values);
  return forms ? <CopyCode forms={forms} {...how} /> : <p class="hint">{t('tracking.needs_id')}</p>;
}
