import { useMemo } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { dateTexts } from '@/lib/text/dates.ts';
import { language, t } from '@/lib/text/i18n.ts';
import { LinkFilterBar } from '../list/LinkFilterBar.tsx';
import { ListFrame } from '../list/ListFrame.tsx';
import { Toolbar } from '../list/Toolbar.tsx';
import type { TabProps } from '../tab.ts';
import { Bulk } from './Bulk.tsx';
import { PrivacyCounts } from './PrivacyCounts.tsx';
import { useWebsites } from './useWebsites.ts';
import { WebsiteSheets } from './WebsiteSheets.tsx';
import { WebsiteTable } from './WebsiteTable.tsx';

/** Every website of the service. */
export function WebsitesTab(props: TabProps) {
  const { route, start, serviceUrl } = props;
  const { query } = route;
  const websites = useWebsites(props);
  const { list, rows, shown, seo, coverage, selection } = websites;
  const dayOf = useMemo(() => dateTexts(language()), []);
  const add = (
    <button type="button" class="button primary" onClick={websites.creation.open}>
      <Icon name="plus" />
      {t('manage.add_website')}
    </button>
  );
  return (
    <>
      <Toolbar
        kind="websites"
        query={query}
        onChange={route.change}
        onSearch={route.search}
        onSearchDone={route.searchDone}
        onIntoTable={websites.enter}
        onRefresh={websites.refresh}
        onExport={websites.exporting.open}
        canExport={list.items.length > 0}
      >
        {add}
      </Toolbar>
      <Bulk serviceUrl={serviceUrl} selection={selection.selection} onClear={selection.clear} />
      <ListFrame
        kind="websites"
        route={route}
        list={list}
        names={rows}
        shown={shown.length}
        serviceUrl={serviceUrl}
        onRetry={websites.refresh}
        add={add}
        filters={
          <>
            <PrivacyCounts
              counts={list.state === 'loading' ? undefined : websites.counts}
              filter={query.filter}
              onChange={(filter) => route.change({ filter })}
            />
            {seo && (
              <LinkFilterBar
                label={t('manage.project')}
                options={{ linked: t('manage.with_project'), unlinked: t('manage.without_project') }}
                filter={query.link}
                coverage={coverage.coverage}
                onFilter={(link) => route.change({ link })}
                onCheck={coverage.check}
                onStop={coverage.stop}
              />
            )}
          </>
        }
      >
        {(state) => (
          <WebsiteTable
            rows={shown}
            selection={selection.selection}
            linked={seo ? coverage.linked : undefined}
            dayOf={dayOf}
            statisticsUrl={websites.statisticsUrl}
            actions={websites.actions}
            onSelectAll={selection.all}
            sorting={query}
            onSort={route.change}
            load={list.load}
            expected={query.per_page}
            state={state}
          />
        )}
      </ListFrame>
      <WebsiteSheets serviceUrl={serviceUrl} websites={websites} start={start} />
    </>
  );
}
