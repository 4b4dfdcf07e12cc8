import { useMemo } from 'preact/hooks';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { useTraits } from '@/components/useTraits.ts';
import type { Privacy } from '@/lib/services/index.ts';
import { dateTexts } from '@/lib/text/dates.ts';
import { language, numberText, t } from '@/lib/text/i18n.ts';
import type { PrivacyFilter } from '@/lib/websites/query.ts';
import { LinkFilterBar } from '../list/LinkFilterBar.tsx';
import { ListFrame } from '../list/ListFrame.tsx';
import { Toolbar } from '../list/Toolbar.tsx';
import type { TabProps } from '../tab.ts';
import { Bulk } from './Bulk.tsx';
import { useWebsites } from './useWebsites.ts';
import { WebsiteSheets } from './WebsiteSheets.tsx';
import { WebsiteTable } from './WebsiteTable.tsx';

const parts: readonly { filter: PrivacyFilter; of?: Privacy; icon?: IconName; label: () => string }[] = [
  { filter: 'all', label: () => t('manage.all') },
  { filter: 'public', of: 0, icon: 'globe', label: () => t('privacy.public') },
  { filter: 'private', of: 1, icon: 'lock', label: () => t('privacy.private') },
  { filter: 'password', of: 2, icon: 'key', label: () => t('privacy.password') },
  { filter: 'unknown', icon: 'question', label: () => t('manage.unknown') },
];

interface Props {
  /** Undefined while nothing is listed yet. */
  counts: Record<PrivacyFilter, number> | undefined;
  filter: PrivacyFilter;
  onChange: (filter: PrivacyFilter) => void;
}

/** How many listed websites have which privacy; each count is a filter. */
function PrivacyCounts({ counts, filter, onChange }: Props) {
  const { privacy } = useTraits();
  if (!privacy.length) return null;
  return (
    <fieldset class="overview">
      <legend class="visually-hidden">{t('manage.privacy_counts')}</legend>
      {parts
        .filter(({ of }) => of === undefined || privacy.includes(of))
        .map(({ filter: part, icon, label }) => (
          <button
            key={part}
            type="button"
            class={`part ${part} ${counts?.[part] ? '' : 'none'}`}
            aria-pressed={part === filter}
            onClick={() => onChange(part === filter ? 'all' : part)}
          >
            {icon && <Icon name={icon} />}
            {label()} {counts && <b>{numberText(counts[part])}</b>}
          </button>
        ))}
    </fieldset>
  );
}

/** Every website of the service. */
export function WebsitesTab(props: TabProps) {
  const { route, start, serviceUrl, account } = props;
  const { query } = route;
  const websites = useWebsites(props);
  const { list, rows, shown, seo, links, selection } = websites;
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
      <Bulk serviceUrl={serviceUrl} account={account} selection={selection.selection} onClear={selection.clear} />
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
                coverage={links.coverage}
                onFilter={(link) => route.change({ link })}
                onCheck={links.check}
                onStop={links.stop}
              />
            )}
          </>
        }
      >
        {(state) => (
          <WebsiteTable
            rows={shown}
            selection={selection.selection}
            linked={seo ? links.linked : undefined}
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
