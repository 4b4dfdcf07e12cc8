import type { ComponentChildren } from 'preact';
import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { TraitsProvider } from '@/components/useTraits.ts';
import { useRead, useWatched } from '@/components/useWatched.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { everyConnection, listKindOf, type TabName } from '@/lib/websites/query.ts';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import { IconButton } from './IconButton.tsx';
import { useWork } from './jobs/useJobs.ts';
import { ListTab, TrackingTab } from './list/ListTab.tsx';
import { pages } from './pages.ts';
import { StoreNote } from './StoreNote.tsx';
import { panelId, Tabs, tabId } from './Tabs.tsx';
import { setTitle } from './title.ts';
import { ConnectionsProvider, useConnectionChange } from './useConnections.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import { useRoute } from './useRoute.ts';
import { type loadManage, useManageSettings } from './useStart.ts';
import { useStoreTrouble } from './useStoreTrouble.ts';
import { useDrafts } from './websites/useDrafts.ts';

/** How long a toast is shown (milliseconds). No information is lost with it, because the list shows the outcome too. */
const toastTime = 8_000;

interface AddManyProps {
  connection: ConnectionAddress | undefined;
}

/** An object, to distinguish two outcomes with the same text. */
interface Said {
  text: string;
}

/** The outcome of the last action; also announced. */
function Toast({ said }: { said: Said | undefined }) {
  const over = useWatched<Said | undefined>(
    (tell) => {
      const timer = setTimeout(() => tell(said), toastTime);
      return () => clearTimeout(timer);
    },
    [said],
  );
  return (
    <p class="toast" role="status">
      {said === over ? '' : said?.text}
    </p>
  );
}

/** Says that the connection was changed elsewhere. Stays until dismissed: the person may be in another window. */
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

interface HeaderProps {
  tab: TabName;
  onTab: (tab: TabName) => void;
  onSettings: () => void;
  /** The service whose records are listed. */
  service: ComponentChildren;
  /** The work that is under way on each tab, or waits there for the person. */
  work: Partial<Record<TabName, string>>;
}

function Header({ tab, onTab, onSettings, service, work }: HeaderProps) {
  const settings = t('popup.open_settings');
  return (
    <header class="page">
      <h1>
        <img src="/icons/48.png" alt="" width="24" height="24" />
        {t('extension.name')}
      </h1>
      <Tabs current={tab} onChange={onTab} work={work} />
      <div class="service">
        {service}
        <button type="button" class="button quiet" title={settings} aria-label={settings} onClick={onSettings}>
          <Icon name="gear" />
          <span>{settings}</span>
        </button>
      </div>
    </header>
  );
}

/** Loaded on demand, as a chunk of its own. */
function AddMany(props: AddManyProps) {
  const loaded = useRead(() => import('./addMany/AddManyTab.tsx'), []);
  return loaded ? <loaded.AddManyTab {...props} /> : <p class="muted">{t('manage.loading')}</p>;
}

const tabTitles: Record<TabName, () => string> = {
  websites: () => t('manage.tab_websites'),
  projects: () => t('manage.tab_projects'),
  tracking: () => t('audit.tab'),
  add: () => t('manage.tab_add'),
};

export function App({ first }: { first: Awaited<ReturnType<typeof loadManage>> }) {
  const route = useRoute();
  const { tab } = route.query;
  const start = useManageSettings(first, route.query.connection);
  const { connection } = start;
  const { list } = start.connections;
  const [said, setSaid] = useState<Said>();
  const drafts = useDrafts();
  const work = useWork();
  const trouble = useStoreTrouble();
  const panel = useKeptFocus<HTMLDivElement>();
  const connectionChange = useConnectionChange(start, route);
  const say = useCallback((text: string) => setSaid({ text }), []);
  useLayoutEffect(() => setTitle({ page: `${tabTitles[tab]()} · ${t('extension.name')}` }), [tab]);
  const service = serviceWith(listKindOf(tab), connection)?.url;
  const kind = tab === 'websites' || tab === 'projects' ? tab : undefined;
  const isEvery = start.isEvery && !!kind;
  const shown = { start, route, drafts, say };
  return (
    <ConnectionsProvider value={list}>
      <TraitsProvider value={traitsOf(connection?.kind)}>
        <Header
          tab={tab}
          onTab={route.openTab}
          onSettings={pages.settings}
          service={
            connection && list.length > 1 ? (
              <ConnectionChoice
                list={list}
                label={t('options.connection')}
                value={isEvery ? everyConnection : connection.id}
                onChange={(id) => route.change({ connection: id })}
              >
                {kind && (
                  <option value={everyConnection} selected={isEvery}>
                    {t('manage.all_connections')}
                  </option>
                )}
              </ConnectionChoice>
            ) : (
              service && <bdi class="hint">{new URL(service).host}</bdi>
            )
          }
          work={work}
        />
        <main>
          <div ref={panel} role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} class={`panel ${tab}`}>
            <ConnectionChangedNote {...connectionChange} />
            <StoreNote trouble={trouble} />
            {tab === 'add' && <AddMany connection={connection} />}
            {tab === 'tracking' && <TrackingTab {...shown} />}
            {kind && <ListTab {...shown} />}
          </div>
        </main>
        <Toast said={said} />
      </TraitsProvider>
    </ConnectionsProvider>
  );
}
