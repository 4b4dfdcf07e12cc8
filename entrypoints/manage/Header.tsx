import { Icon } from '@/components/Icon.tsx';
import { serviceWith } from '@/lib/connections/services.ts';
import { t } from '@/lib/text/i18n.ts';
import { everyConnection, isListTab, listKindOf, type TabName } from '@/lib/websites/query.ts';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import { useWork } from './jobs/useJobs.ts';
import { isCommand, stepOf } from './list/useGridKeys.ts';
import { pages } from './pages.ts';
import { usePage } from './usePage.ts';
import { showsEvery } from './useStart.ts';

export const tabTitles: Record<TabName, () => string> = {
  websites: () => t('manage.tab_websites'),
  projects: () => t('manage.tab_projects'),
  tracking: () => t('audit.tab'),
  add: () => t('manage.tab_add'),
};
const tabOrder = Object.keys(tabTitles) as TabName[];

export const tabId = (tab: TabName) => `tab-${tab}`;
export const panelId = (tab: TabName) => `panel-${tab}`;

interface TabsProps {
  current: TabName;
  onChange: (tab: TabName) => void;
  /** For each tab with an unfinished job, the title of that job. It is shown as a tooltip. */
  work: Partial<Record<TabName, string>>;
}

export function Tabs({ current, onChange, work }: TabsProps) {
  const move = (event: KeyboardEvent) => {
    const at = tabOrder.indexOf(current);
    const count = tabOrder.length;
    const ends: Record<string, number> = { Home: 0, End: count - 1 };
    const to = ends[event.key] ?? (at + stepOf(event.key) + count) % count;
    const next = tabOrder[to];
    if (!next || to === at || isCommand(event)) return;
    event.preventDefault();
    onChange(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={t('manage.title')} onKeyDown={move} tabIndex={-1}>
      {tabOrder.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          aria-controls={panelId(tab)}
          aria-selected={tab === current}
          tabIndex={tab === current ? 0 : -1}
          class={work[tab] && 'at-work'}
          title={work[tab]}
          onClick={() => onChange(tab)}
        >
          {tabTitles[tab]()}
        </button>
      ))}
    </div>
  );
}

export function Header() {
  const { start, route } = usePage();
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
            label={t('popup.connection')}
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
