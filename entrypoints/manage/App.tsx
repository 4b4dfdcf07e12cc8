import { useCallback, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { TraitsProvider } from '@/components/useTraits.ts';
import { useRead, useWatched } from '@/components/useWatched.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { isListTab, listKindOf } from '@/lib/websites/query.ts';
import { useKeptFocus } from './focus.ts';
import { Header, panelId, tabId, tabTitles } from './Header.tsx';
import { IconButton } from './IconButton.tsx';
import { EmptyState } from './list/EmptyState.tsx';
import { pages } from './pages.ts';
import { ProjectsTab } from './projects/ProjectsTab.tsx';
import { StoreNote } from './StoreNote.tsx';
import { setTitle } from './title.ts';
import { ConnectionsProvider, ShownConnectionProvider, useConnectionChange } from './useConnections.ts';
import { PageProvider, usePage } from './usePage.ts';
import { useRoute } from './useRoute.ts';
import { type loadManage, partsOf, shownConnections, useManageSettings } from './useStart.ts';
import { useStoreTrouble } from './useStoreTrouble.ts';
import { useUnsaved } from './useUnsaved.ts';
import { useDrafts } from './websites/useDrafts.ts';
import { WebsitesTab } from './websites/WebsitesTab.tsx';

/** How long a toast is shown (milliseconds). Its text is never the only sign of an outcome: the list shows it, too. */
const toastTime = 8_000;
/** Longer than browsers take to notice that a dialog has closed (milliseconds). */
const toastDelay = 150;

/** The text of a toast. It is in an object, so that two toasts with the same text are different values. */
interface Said {
  text: string;
}

/**
 * Shows the outcome of the last action for a few seconds, and announces it to screen readers. The text appears a moment
 * after the action, for two reasons: while a dialog is closing, browsers announce nothing outside it, and a repeated
 * text is announced only if it was removed in between.
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
 * Says that the connection was changed or removed on another page. Stays until closed, because the person may be in
 * another window.
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

const Loading = () => <p class="muted">{t('manage.loading')}</p>;

function AddMany() {
  const { connection } = usePage().start;
  const loaded = useRead(() => import('./addMany/AddManyTab.tsx'), []);
  return loaded ? <loaded.AddManyTab connection={connection} /> : <Loading />;
}

function Tracking({ account }: { account: string }) {
  const loaded = useRead(() => import('./audit/AuditTab.tsx'), []);
  return loaded ? <loaded.AuditTab account={account} /> : <Loading />;
}

function Unconnected({ connection }: { connection: ConnectionAddress | undefined }) {
  const [title, hint, label] = connection
    ? [t('manage.no_seo'), t('manage.no_seo_hint'), t('popup.open_settings')]
    : [t('popup.not_set_up'), t('popup.not_set_up_hint'), t('popup.set_up')];
  return (
    <EmptyState icon={connection ? 'chart' : 'gear'} title={title} hint={hint}>
      <Button look="primary" label={label} onClick={pages.settings} />
    </EmptyState>
  );
}

function TrackingTab() {
  const { connection } = usePage().start;
  const service = serviceWith('websites', connection);
  if (!service) return <Unconnected connection={connection} />;
  return (
    <ShownConnectionProvider value={{ serviceUrl: service.url }}>
      <Tracking key={service.account} account={service.account} />
    </ShownConnectionProvider>
  );
}

const tabs = { websites: WebsitesTab, projects: ProjectsTab };

function ListTab() {
  const { start, route } = usePage();
  const { connection, isEvery } = start;
  const kind = listKindOf(route.query.tab);
  const parts = useMemo(() => partsOf(kind, start), [kind, start]);
  const [only] = parts;
  if (!only) return <Unconnected connection={connection} />;
  const Tab = tabs[kind];
  // For another account, the tab is mounted again, because the selection belongs to the previous account.
  return <Tab key={`${kind} ${isEvery ? '' : only.service.account}`} parts={parts} />;
}

export function App({ first }: { first: Awaited<ReturnType<typeof loadManage>> }) {
  const route = useRoute();
  const { tab } = route.query;
  const start = useManageSettings(first, route.query.connection);
  const { connection } = start;
  const [said, setSaid] = useState<Said>();
  const drafts = useDrafts(start.connections.list, tab === 'websites' ? shownConnections(start, tab) : []);
  useUnsaved(drafts, start.connections.list);
  const trouble = useStoreTrouble();
  const panel = useKeptFocus<HTMLDivElement>();
  const connectionChange = useConnectionChange(start, route);
  const say = useCallback((text: string) => setSaid({ text }), []);
  useLayoutEffect(() => setTitle({ page: `${tabTitles[tab]()} · ${t('extension.name')}` }), [tab]);
  return (
    <PageProvider value={{ start, route, drafts, say }}>
      <ConnectionsProvider value={start.connections.list}>
        <TraitsProvider value={traitsOf(connection?.kind)}>
          <Header />
          <main>
            <div ref={panel} role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} class={`panel ${tab}`}>
              <ConnectionChangedNote {...connectionChange} />
              <StoreNote trouble={trouble} />
              {tab === 'add' && <AddMany />}
              {tab === 'tracking' && <TrackingTab />}
              {isListTab(tab) && <ListTab />}
            </div>
          </main>
          <Toast said={said} />
        </TraitsProvider>
      </ConnectionsProvider>
    </PageProvider>
  );
}
