import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { onSubmitted, plainInput } from '@/components/forms.ts';
import { Icon } from '@/components/Icon.tsx';
import { t, unmarked } from '@/lib/text/i18n.ts';
import { confirms } from '@/lib/websites/confirms.ts';
import { unicodeOf } from '../unicode.ts';
import { useFocus, useMain } from './useFocus.ts';
import type { RecordProps } from './view.ts';

type DeleteSiteProps = Pick<RecordProps, 'website' | 'site' | 'send' | 'onPress'> & {
  /** Notes below the buttons, such as why the site was not deleted. */
  children?: ComponentChildren;
};

/** Asks before a site is deleted with its statistics. The person must first type the domain, in Unicode or ASCII. */
export function DeleteSite({ website: { domain }, site: { busy, focus }, send, onPress, children }: DeleteSiteProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const box = useFocus<HTMLInputElement>();
  const button = useMain<HTMLButtonElement>(focus);
  const name = unicodeOf(domain);
  const matches = confirms(typed, { name, ascii: domain });
  return (
    <form
      class="stack"
      onSubmit={onSubmitted(() => matches && !busy && onPress('delete'))}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onPress('keep');
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
          {...plainInput}
          value={typed}
          ref={box}
          onInput={(event) => {
            send({ type: 'left' });
            setTyped(unmarked(event.currentTarget.value));
          }}
        />
      </div>
      <div class="row">
        <button type="submit" class="button danger" disabled={!matches} aria-disabled={busy} ref={button}>
          {busy ? t('popup.deleting') : t('popup.delete_confirm')}
        </button>
        <button type="button" class="button" onClick={() => onPress('keep')}>
          {t('popup.cancel')}
        </button>
      </div>
      {children}
    </form>
  );
}
