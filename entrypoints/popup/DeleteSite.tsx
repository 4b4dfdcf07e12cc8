import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import type { Website } from '@/lib/services/index.ts';
import { t, unmarked } from '@/lib/text/i18n.ts';
import { unicodeOf } from './unicode.ts';

interface DeleteSiteProps {
  website: Pick<Website, 'domain'>;
  busy: boolean;
  /** Something else was typed or pressed: clears why it was not deleted. */
  onAct: () => void;
  onCancel: () => void;
  onDelete: () => void;
  /** Problems and notes: why it was not deleted. */
  children?: ComponentChildren;
}

/** Deleting destroys the statistics, so the person has to type the domain first, in Unicode or ASCII. */
export function DeleteSite({ website: { domain }, busy, onAct, onDelete, children, ...on }: DeleteSiteProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const onCancel = () => {
    onAct();
    on.onCancel();
  };
  const name = unicodeOf(domain);
  const plain = typed.trim().toLowerCase();
  const matches = [domain, name].some((form) => form.toLowerCase() === plain);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (matches && !busy) onDelete();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <div class="note danger">
        <Icon name="warning" />
        <p>{t('popup.delete_warning', { domain: name })}</p>
      </div>
      <div class="field">
        <label for={id}>{t('popup.delete_type', { domain: name })}</label>
        <input
          id={id}
          dir="ltr"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={typed}
          ref={input}
          onInput={(event) => {
            onAct();
            setTyped(unmarked(event.currentTarget.value));
          }}
        />
      </div>
      <div class="row">
        <button type="submit" class="button danger" disabled={!matches} aria-disabled={busy}>
          {busy ? t('popup.deleting') : t('popup.delete_confirm')}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          {t('popup.cancel')}
        </button>
      </div>
      {children}
    </form>
  );
}
