import type { ComponentChildren } from 'preact';
import { TraitsProvider } from '@/components/useTraits.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { later, loadLater } from './later.tsx';
import type { PopupStart } from './load.ts';
import { PopupLayout } from './PopupLayout.tsx';
import { openPages } from './pages.ts';
import { SearchBar } from './search/SearchBar.tsx';
import { useSearch } from './search/useSearch.ts';
import { NotSetUp } from './site/NotSetUp.tsx';
import { Site } from './site/Site.tsx';
import type { Send, State } from './site/state.ts';
import { useSite } from './site/useSite.ts';
import { alsoAt, siteOf } from './site/view.ts';

const ConnectionSwitch = later((views) => views.ConnectionSwitch);
const NotASite = later((views) => views.NotASite);

function viewOf(state: State, send: Send): ComponentChildren {
  const { start } = state;
  const { host, connection } = start;
  if (!connection)
    return (
      <NotSetUp
        tabId={start.tabId}
        url={start.url}
        onAddress={async (typed) => (await loadLater()).connect(typed, start.url)}
      />
    );
  if (!host)
    return (
      <NotASite
        reason={'refused' in start.site ? start.site.refused : 'empty'}
        onHost={(name) => send({ type: 'switched', to: { host: name } })}
      />
    );
  const also = alsoAt(state);
  return (
    <TraitsProvider value={traitsOf(connection.kind)}>
      <Site start={start} connection={connection} site={siteOf(state)} send={send}>
        {start.connections.list[1] && (
          <div class="connection-place">
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
      </Site>
    </TraitsProvider>
  );
}

export function App({ first }: { first: PopupStart }) {
  const { state, send } = useSite(first);
  const { connection, preferences, hasJob } = state.start;
  const search = useSearch();
  const Found = search.loaded?.Search;
  return (
    <PopupLayout
      search={connection && preferences.popupSearch && <SearchBar {...search} />}
      found={Found && search.state.typed && <Found state={search.state} onManage={openPages.onManage} />}
      hasJob={hasJob}
      onFocus={(at) => send({ type: 'focused', at })}
      {...openPages}
    >
      {viewOf(state, send)}
    </PopupLayout>
  );
}
