import { useId, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { TraitsProvider } from '@/components/useTraits.ts';
import { type HostReason, siteOfText } from '@/lib/hosts/parse.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import { refusalText } from '@/lib/text/sites.ts';
import type { PopupStart } from './load.ts';
import { PopupLayout } from './PopupLayout.tsx';
import { openPages } from './pages.ts';
import { Site } from './Site.tsx';
import { loadUnicode } from './unicode.ts';
import { usePopupStart } from './usePopupStart.ts';

interface Props {
  reason: HostReason;
  onHost: (host: string) => void;
}

/** Why the open page cannot be registered, and a box to type a domain instead. */
function NotASite({ reason, onHost }: Props) {
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

/** No service is connected yet: one button to the options page. */
function NotSetUp({ onSettings }: { onSettings: () => void }) {
  return (
    <div class="stack">
      <h2>{t('popup.not_set_up')}</h2>
      <p class="muted">{t('popup.not_set_up_hint')}</p>
      <button
        type="button"
        class="button primary wide"
        onClick={onSettings}
        // biome-ignore lint/a11y/noAutofocus: the only thing to do here
        autoFocus
      >
        {t('popup.set_up')}
      </button>
    </div>
  );
}

export function App({ first }: { first: PopupStart }) {
  const start = usePopupStart(first);
  const [typed, setTyped] = useState<string>();
  const host = typed ?? start.host;
  if (!start.connection)
    return (
      <PopupLayout host={host} hasJob={start.hasJob} {...openPages}>
        <NotSetUp onSettings={openPages.onSettings} />
      </PopupLayout>
    );
  if (!host)
    return (
      <PopupLayout hasJob={start.hasJob} {...openPages}>
        <NotASite
          reason={'refused' in start.site ? start.site.refused : 'empty'}
          onHost={(name) => void loadUnicode(name).then(() => setTyped(name))}
        />
      </PopupLayout>
    );
  const { connection } = start;
  return (
    <TraitsProvider value={traitsOf(connection.kind)}>
      <Site key={`${connection.account} ${host}`} host={host} start={start} connection={connection} />
    </TraitsProvider>
  );
}
