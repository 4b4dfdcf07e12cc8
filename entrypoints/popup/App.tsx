import { useRef } from 'preact/hooks';
import { TraitsProvider } from '@/components/useTraits.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import { later } from './later.tsx';
import type { PopupStart } from './load.ts';
import { PopupLayout } from './PopupLayout.tsx';
import { openPages } from './pages.ts';
import { Site } from './Site.tsx';
import { usePopupStart } from './usePopupStart.ts';
import type { Typed } from './useSite.ts';

const ConnectionSwitch = later((views) => views.ConnectionSwitch);
const NotASite = later((views) => views.NotASite);

/** Keys go nowhere else. */
const mayBeService = /^(https:|http:\/\/(localhost|127\.|\[::1]))/;

interface NotSetUpProps {
  /** The site in the tab, which may be the service. */
  host: string | undefined;
  onSettings: () => void;
  onConnect: () => void;
}

/** No service is connected yet: to the options page, with the tab's address where this is the service. */
function NotSetUp({ host, onSettings, onConnect }: NotSetUpProps) {
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
      {host && (
        <button type="button" class="button quiet wide" onClick={onConnect}>
          {t('popup.connect_page', { host })}
        </button>
      )}
    </div>
  );
}

export function App({ first }: { first: PopupStart }) {
  const { start, pick } = usePopupStart(first);
  const typed = useRef<Typed>({});
  const { host, connection } = start;
  if (!connection)
    return (
      <PopupLayout host={host} hasJob={start.hasJob} {...openPages}>
        <NotSetUp
          host={mayBeService.test(start.url) ? host : undefined}
          onSettings={openPages.onSettings}
          onConnect={() => openPages.onConnect(start.url)}
        />
      </PopupLayout>
    );
  if (!host)
    return (
      <PopupLayout hasJob={start.hasJob} {...openPages}>
        <NotASite
          reason={'refused' in start.site ? start.site.refused : 'empty'}
          onHost={(name) => void pick({ host: name })}
        />
      </PopupLayout>
    );
  const isElsewhere = start.known.some(({ base }) => base !== connection.account);
  return (
    <TraitsProvider value={traitsOf(connection.kind)}>
      {start.connections.list[1] && (
        <div class={isElsewhere ? 'connection-place with-also' : 'connection-place'}>
          <ConnectionSwitch
            key={host}
            connections={start.connections}
            connection={connection}
            host={host}
            known={start.known}
            onPick={(id) => void pick({ connection: id })}
          />
        </div>
      )}
      <Site
        key={`${connection.account} ${host}`}
        host={host}
        start={start}
        connection={connection}
        typed={typed.current}
      />
    </TraitsProvider>
  );
}
