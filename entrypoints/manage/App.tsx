import type { ComponentType } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Header } from '@/entrypoints/manage/Header.tsx';
import { panelId, tabId } from '@/entrypoints/manage/Tabs.tsx';
import { type Said, Toast } from '@/entrypoints/manage/Toast.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { Kind, TabName } from '@/lib/websites/query.ts';
import type { Seen } from './list/useCoverage.ts';
import { pages } from './pages.ts';
import { ProjectsTab } from './projects/ProjectsTab.tsx';
import type { TabProps } from './tab.ts';
import { useRoute } from './useRoute.ts';
import { type ManageStart, useManageSettings } from './useStart.ts';
import { WebsitesTab } from './websites/WebsitesTab.tsx';

/** The third tab travels in a bundle of its own. */
function AddMany() {
  const [loaded, setLoaded] = useState<{ AddManyTab: ComponentType }>();
  useEffect(() => {
    void import('./addMany/AddManyTab.tsx').then(setLoaded);
  }, []);
  return loaded ? <loaded.AddManyTab /> : <p class="muted">{t('manage.loading')}</p>;
}

const lists: Record<Kind, ComponentType<TabProps>> = { websites: WebsitesTab, projects: ProjectsTab };
const tabTitles: Record<TabName, () => string> = {
  websites: () => t('manage.tab_websites'),
  projects: () => t('manage.tab_projects'),
  add: () => t('manage.tab_add'),
};

export function App({ first }: { first: ManageStart }) {
  const start = useManageSettings(first);
  const route = useRoute();
  const { tab } = route.query;
  const [seen, setSeen] = useState<Record<Kind, Seen>>({
    websites: { complete: false },
    projects: { complete: false },
  });
  const [said, setSaid] = useState<Said>();
  const onSeen = useCallback((kind: Kind, now: Seen) => {
    setSeen((before) => ({ ...before, [kind]: { total: now.total ?? before[kind].total, complete: now.complete } }));
  }, []);
  const say = useCallback((text: string) => setSaid({ text, at: performance.now() }), []);
  useEffect(() => {
    document.title = `${tabTitles[tab]()} · ${t('extension.name')}`;
  }, [tab]);
  const List = tab === 'add' ? undefined : lists[tab];
  const service = tab === 'projects' ? start.connection?.seoUrl : start.connection?.analyticsUrl;
  return (
    <>
      <Header tab={tab} onTab={route.openTab} onSettings={pages.settings} service={service && new URL(service).host} />
      <main>
        <div role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} class={`panel ${tab}`}>
          {List ? <List key={tab} route={route} start={start} seen={seen} onSeen={onSeen} say={say} /> : <AddMany />}
        </div>
      </main>
      <Toast said={said} />
    </>
  );
}
