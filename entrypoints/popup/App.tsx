import { useRef } from 'preact/hooks';
import { useLostFocus } from '@/components/useLostFocus.ts';
import { TraitsProvider } from '@/components/useTraits.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import { later } from './later.tsx';
import type { PopupStart } from './load.ts';
import { mayBeService } from './mayBeService.ts';
import { PopupLayout } from './PopupLayout.tsx';
import { openPages } from './pages.ts';
import { Site } from './Site.tsx';
import { usePopupStart } from './usePopupStart.ts';
import type { Typed } from './useSite.ts';

interface NotSetUpProps {
  /** The address of the page in the tab, and its site, which may be the service. */
  page: string;
  host: string | undefined;
  onSettings: () => void;
  onConnect: (page: string) => void;
}

/** No service is connected yet: to the options page, with the tab's address where this is the service. */
function NotSetUp({ page, host, onSettings, onConnect }: NotSetUpProps) {
  // The only thing to do here.
  const button = useLostFocus<HTMLButtonElement>();
  return (
    <div class="stack">
      <h2>{t('popup.not_set_up')}</h2>
      <p class="muted">{t('popup.not_set_up_hint')}</p>
      <button type="button" class="button primary wide" onClick={onSettings} ref={button}>
        {t('popup.set_up')}
      </button>
      {host && mayBeService(page) && (
        <button type="button" class="button quiet wide" onClick={() => onConnect(page)}>
          {t('popup.connect_page', { host })}
        </button>
      )}
    </div>
  );
}

const ConnectionSwitch = later((views) => views.ConnectionSwitch);
const NotASite = later((views) => views.NotASite);

export function App({ first }: { first: PopupStart }) {
  const { start, pick } = usePopupStart(first);
  const typed = useRef<Typed>({});
  const { host, connection } = start;
  if (!connection)
    return (
      <PopupLayout host={host} hasJob={start.hasJob} {...openPages}>
        <NotSetUp page={start.url} host={host} {...openPages} />
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
