import { t } from '@/lib/text/i18n.ts';
import type { TabName } from '@/lib/websites/query.ts';
import { isCommand, stepOf } from './list/useGridKeys.ts';

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
