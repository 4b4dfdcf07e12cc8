import { useState } from 'preact/hooks';
import { TraitsProvider } from '@/components/useTraits.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { later } from './later.tsx';
import type { PopupStart } from './load.ts';
import { NotSetUp } from './NotSetUp.tsx';
import { PopupLayout } from './PopupLayout.tsx';
import { openPages } from './pages.ts';
import { Site } from './Site.tsx';
import { nothingTyped } from './typed.ts';
import { usePopupStart } from './usePopupStart.ts';

const ConnectionSwitch = later((views) => views.ConnectionSwitch);
const NotASite = later((views) => views.NotASite);

export function App({ first }: { first: PopupStart }) {
  const { start, pick } = usePopupStart(first);
  const [typed] = useState(nothingTyped);
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
  const isElsewhere = start.known.some(({ account }) => account !== connection.account);
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
            typed={typed}
            onPick={(id) => void pick({ connection: id })}
          />
        </div>
      )}
      <Site key={`${connection.account} ${host}`} host={host} start={start} connection={connection} typed={typed} />
    </TraitsProvider>
  );
}
