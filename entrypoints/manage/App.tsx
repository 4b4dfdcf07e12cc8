import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { TraitsProvider } from '@/components/useTraits.ts';
import { useRead, useWatched } from '@/components/useWatched.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { everyConnection, isListTab, listKindOf } from '@/lib/websites/query.ts';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import { IconButton } from './IconButton.tsx';
import { useWork } from './jobs/useJobs.ts';
import { ListTab, TrackingTab } from './list/ListTab.tsx';
import { pages } from './pages.ts';
import { StoreNote } from './StoreNote.tsx';
import { panelId, Tabs, tabId, tabTitles } from './Tabs.tsx';
import { setTitle } from './title.ts';
import { ConnectionsProvider, useConnectionChange } from './useConnections.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import { type Route, useRoute } from './useRoute.ts';
import { type loadManage, type ManageStart, showsEvery, useManageSettings } from './useStart.ts';
import { useStoreTrouble } from './useStoreTrouble.ts';
import { useUnsaved } from './useUnsaved.ts';
import { useDrafts, useMovedDrafts } from './websites/useDrafts.ts';

/** How long a toast is shown (milliseconds). Nothing is lost when it disappears: the list shows the outcome, too. */
const toastTime = 8_000;
/** Longer than browsers take to notice that a dialog has closed (milliseconds). */
const toastDelay = 150;

/** The text of a toast, in an object, so that two toasts with the same text are different values. */
interface Said {
  text: string;
}

/**
 * Shows the outcome of the last action for a few seconds, and announces it to screen readers. The text appears a moment
 * after the action: in the moment in which a dialog closes, browsers announce nothing outside it; and the same text
 * again is announced only if it was away.
 */
export function Toast({ said }: { said: Said | undefined }) {
  const shown = useWatched<Said | undefined>(
    (tell) => {
      const timers = [setTimeout(() => tell(said), toastDelay), setTimeout(() => tell(undefined), toastTime)];
      return () => timers.forEach(clearTimeout);
    },
    [said],
  );
  return (
    <p class="toast" role="status">
      {shown === said && said?.text}
    </p>
  );
}

/**
 * Says that the connection was changed on another page. Stays until closed, because the person may be in another
 * window.
 */
function ConnectionChangedNote({ text, close }: ReturnType<typeof useConnectionChange>) {
  return (
    <div role="status">
      {text && (
        <div class="note warn">
          <Icon name="info" />
          <p>{text}</p>
          <IconButton icon="close" label={t('manage.close')} onClick={close} />
        </div>
      )}
    </div>
  );
}

function Header({ start, route }: { start: ManageStart; route: Route }) {
  const { tab } = route.query;
  const { connection } = start;
  const { list } = start.connections;
  const work = useWork();
  const settings = t('popup.open_settings');
  const service = serviceWith(listKindOf(tab), connection)?.url;
  const isEvery = showsEvery(start, tab);
  return (
    <header class="page">
      <h1>
        <img src="/icons/48.png" alt="" width="24" height="24" />
        {t('extension.name')}
      </h1>
      <Tabs current={tab} onChange={route.openTab} work={work} />
      <div class="service">
        {connection && list.length > 1 ? (
          <ConnectionChoice
            list={list}
            label={t('options.connection')}
            value={isEvery ? everyConnection : connection.id}
            onChange={(id) => route.change({ connection: id })}
          >
            {isListTab(tab) && (
              <option value={everyConnection} selected={isEvery}>
                {t('manage.all_connections')}
              </option>
            )}
          </ConnectionChoice>
        ) : (
          service && <bdi class="hint">{new URL(service).host}</bdi>
        )}
        <button type="button" class="button quiet" title={settings} aria-label={settings} onClick={pages.settings}>
          <Icon name="gear" />
          <span>{settings}</span>
        </button>
      </div>
    </header>
  );
}

function AddMany(props: { connection: ConnectionAddress | undefined }) {
  const loaded = useRead(() => import('./addMany/AddManyTab.tsx'), []);
  return loaded ? <loaded.AddManyTab {...props} /> : <p class="muted">{t('manage.loading')}</p>;
}

export function App({ first }: { first: Awaited<ReturnType<typeof loadManage>> }) {
  const route = useRoute();
  const { tab } = route.query;
  const start = useManageSettings(first, route.query.connection);
  const { connection } = start;
  const [said, setSaid] = useState<Said>();
  const drafts = useDrafts();
  useMovedDrafts(drafts, start.connections.list);
  useUnsaved(drafts, start.connections.list);
  const trouble = useStoreTrouble();
  const panel = useKeptFocus<HTMLDivElement>();
  const connectionChange = useConnectionChange(start, route);
  const say = useCallback((text: string) => setSaid({ text }), []);
  useLayoutEffect(() => setTitle({ page: `${tabTitles[tab]()} · ${t('extension.name')}` }), [tab]);
  const shown = { start, route, drafts, say };
  return (
    <ConnectionsProvider value={start.connections.list}>
      <TraitsProvider value={traitsOf(connection?.kind)}>
        <Header start={start} route={route} />
        <main>
          <div ref={panel} role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} class={`panel ${tab}`}>
            <ConnectionChangedNote {...connectionChange} />
            <StoreNote trouble={trouble} />
            {tab === 'add' && <AddMany connection={connection} />}
            {tab === 'tracking' && <TrackingTab {...shown} />}
            {isListTab(tab) && <ListTab {...shown} />}
          </div>
        </main>
        <Toast said={said} />
      </TraitsProvider>
    </ConnectionsProvider>
  );
}
