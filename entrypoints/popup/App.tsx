import { useState } from 'preact/hooks';
import { TraitsProvider } from '@/components/useTraits.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import { later } from './later.tsx';
import type { PopupStart } from './load.ts';
import { PopupLayout } from './PopupLayout.tsx';
import { openPages } from './pages.ts';
import { Site } from './Site.tsx';
import { loadUnicode } from './unicode.ts';
import { usePopupStart } from './usePopupStart.ts';

const NotASite = later((views) => views.NotASite);

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
