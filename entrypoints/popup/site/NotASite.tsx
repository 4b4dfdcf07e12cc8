import { useId, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { type HostReason, siteOfText } from '@/lib/hosts/parse.ts';
import { t } from '@/lib/text/i18n.ts';
import { refusalText } from '@/lib/text/sites.ts';

interface NotASiteProps {
  reason: HostReason;
  onHost: (host: string) => void;
}

/** Why the open page cannot be registered, and a box to type a domain instead. */
export function NotASite({ reason, onHost }: NotASiteProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<HostReason>();
  const submit = () => {
    const site = siteOfText(typed);
    if ('refused' in site) setRefused(site.refused);
    else onHost(site.host);
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h1>{t('popup.title')}</h1>
      <p class="note">
        <Icon name="info" />
        {refusalText(reason)}
      </p>
      <div class="field">
        <label for={id}>{t('popup.type_domain')}</label>
        <input
          id={id}
          dir="ltr"
          inputMode="url"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={t('popup.type_domain_placeholder')}
          value={typed}
          aria-invalid={refused ? 'true' : undefined}
          aria-describedby={`${id}-error`}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setRefused(undefined);
          }}
        />
        <p class="error" id={`${id}-error`} role="alert">
          {refused && refusalText(refused)}
        </p>
      </div>
      <button type="submit" class="button primary">
        {t('popup.use_domain')}
      </button>
    </form>
  );
}
