import { useId, useState } from 'preact/hooks';
import { t } from '@/lib/text/i18n.ts';
import type { PopupStart } from '../load.ts';
import type { Refusal } from './connecting.ts';
import { useFocus } from './useFocus.ts';
import { useServiceAddress } from './useServiceAddress.ts';

interface NotSetUpProps extends Pick<PopupStart, 'tabId' | 'url'> {
  /** Opens the settings with an address, or resolves to why it is none. */
  onAddress: (address: string) => Promise<Refusal | undefined>;
}

/** Shown while no service is connected: its address is typed here, the key in the settings, where the browser asks for access. */
export function NotSetUp({ tabId, url, onAddress }: NotSetUpProps) {
  const id = useId();
  const [typed, setTyped] = useServiceAddress(tabId, url);
  const [error, setError] = useState('');
  const box = useFocus<HTMLInputElement>();
  const submit = async () => {
    const refusal = await onAddress(typed);
    setError(refusal?.text ?? '');
    if (refusal?.isSecret) setTyped('');
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h1>{t('popup.not_set_up')}</h1>
      <p class="muted">{t('popup.not_set_up_hint')}</p>
      <div class="field">
        <label for={id}>{t('popup.service_address')}</label>
        <input
          id={id}
          dir="ltr"
          inputMode="url"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="https://stats.example.com"
          value={typed}
          ref={box}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={`${id}-error`}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <p class="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      </div>
      <button type="submit" class="button primary wide">
        {t('popup.use_domain')}
      </button>
    </form>
  );
}
