import { useEffect, useMemo } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { plural, t } from '@/lib/text/i18n.ts';
import { CheckTracking } from '../audit/CheckTracking.tsx';
import { RecordsPage } from '../list/RecordsPage.tsx';
import type { Selected, TabProps } from '../tab.ts';
import { Bulk } from './Bulk.tsx';
import { PrivacyCounts } from './PrivacyCounts.tsx';
import { useWebsites } from './useWebsites.ts';
import { WebsiteSheets } from './WebsiteSheets.tsx';
import { WebsiteTable } from './WebsiteTable.tsx';

/** Every website of the service. */
export function WebsitesTab(props: TabProps) {
  const { route, start, serviceUrl, account, group } = props;
  const websites = useWebsites(props);
  const { records, selection, all, every } = websites;
  const selected = useMemo<Selected>(
    () => ({ serviceUrl, account, websites: [...selection.selection.values()], onClear: selection.clear }),
    [serviceUrl, account, selection.selection, selection.clear],
  );
  const onSelected = group?.onSelected;
  useEffect(() => onSelected?.(selected), [onSelected, selected]);
  return (
    <>
      <RecordsPage
        {...props}
        records={records}
        add={
          <button type="button" class={`button ${group ? '' : 'primary'}`} onClick={websites.creation.open}>
            <Icon name="plus" />
            {t('manage.add_website')}
          </button>
        }
        filters={
          <>
            <PrivacyCounts
              counts={records.list.state === 'loading' ? undefined : websites.counts}
              isPart={websites.isPart}
              all={all.known}
              reading={all.reading}
              problem={all.problem}
              filter={route.query.filter}
              onChange={websites.onFilter}
              onRead={all.read}
              onStop={all.stop}
            />
            <CheckTracking
              serviceUrl={serviceUrl}
              account={account}
              selected={selected.websites}
              page={records.shown.map(({ record }) => record)}
              onStarted={() => route.openTab('tracking')}
              label={t('audit.check')}
              look="quiet"
            />
          </>
        }
        above={group ? undefined : <Bulk selected={[selected]} />}
        beside={
          every && (
            <button type="button" class="button quiet" onClick={every.select}>
              {every.count === undefined ? t('manage.select_matching') : plural('manage.select_every', every.count)}
            </button>
          )
        }
      >
        <WebsiteTable websites={websites} route={route} />
      </RecordsPage>
      <WebsiteSheets serviceUrl={serviceUrl} websites={websites} start={start} />
    </>
  );
}
