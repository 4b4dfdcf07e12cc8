import { TraitsProvider } from '@/components/useTraits.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { later } from './later.tsx';
import type { PopupStart } from './load.ts';
import { NotSetUp } from './NotSetUp.tsx';
import { PopupLayout } from './PopupLayout.tsx';
import { openPages } from './pages.ts';
import { Site } from './Site.tsx';
import { useSite } from './site/useSite.ts';
import { alsoAt, siteOf } from './site/view.ts';

const ConnectionSwitch = later((views) => views.ConnectionSwitch);
const NotASite = later((views) => views.NotASite);

export function App({ first }: { first: PopupStart }) {
  const { state, send } = useSite(first);
  const { start } = state;
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
          onHost={(name) => send({ type: 'switched', to: { host: name } })}
        />
      </PopupLayout>
    );
  const also = alsoAt(state);
  return (
    <TraitsProvider value={traitsOf(connection.kind)}>
      {start.connections.list[1] && (
        <div class={also.length ? 'connection-place with-also' : 'connection-place'}>
          <ConnectionSwitch
            key={host}
            connections={start.connections}
            connection={connection}
            host={host}
            also={also}
            onPick={(id) => send({ type: 'switched', to: { connection: id } })}
          />
        </div>
      )}
      <Site
        key={`${connection.account} ${host}`}
        start={start}
        connection={connection}
        site={siteOf(state)}
        send={send}
      />
    </TraitsProvider>
  );
}
