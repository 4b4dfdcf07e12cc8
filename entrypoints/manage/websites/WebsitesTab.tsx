import { useEffect, useMemo } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { plural, t } from '@/lib/text/i18n.ts';
import { buildSnippet } from '@/lib/tracking/build.ts';
import { CheckTracking } from '../audit/CheckTracking.tsx';
import { RecordsPage } from '../list/RecordsPage.tsx';
import { pages } from '../pages.ts';
import type { Selected, TabProps } from '../tab.ts';
import type { ManageStart } from '../useStart.ts';
import { Bulk } from './Bulk.tsx';
import { CreateSheet } from './CreateSheet.tsx';
import { EditSheet } from './EditSheet.tsx';
import { PrivacyCounts } from './PrivacyCounts.tsx';
import { useWebsites, type Websites } from './useWebsites.ts';
import { WebsiteTable } from './WebsiteTable.tsx';

/** The sheets that open over the websites. */
function WebsiteSheets({
  serviceUrl,
  websites,
  start,
}: {
  serviceUrl: string;
  websites: Websites;
  start: ManageStart;
}) {
  const { edit, creation } = websites;
  const fixes = { onSettings: pages.settings, onAccess: () => void pages.access(serviceUrl) };
  const editing = edit.editing;
  return (
    <>
      {editing && (
        <EditSheet
          key={editing.row.key}
          editing={editing}
          statisticsUrl={websites.statisticsUrl(editing.row.record)}
          siteUrl={editing.row.host && `https://${editing.row.host}/`}
          trackingCode={buildSnippet(start.preferences.trackingCode, {
            base_url: serviceUrl,
            domain: editing.row.record.domain,
            id: editing.row.record.id,
          })}
          onFields={edit.setFields}
          onChoose={edit.choose}
          onSave={edit.save}
          onSaveUnchecked={edit.saveUnchecked}
          onDiscard={edit.discard}
          onClose={edit.close}
          {...fixes}
        />
      )}
      {creation.creating && (
        <CreateSheet
          creating={creation.creating}
          hasPassword={start.defaults.hasPassword}
          onChange={creation.patch}
          onCreate={creation.create}
          onCreateAnyway={creation.createAnyway}
          onClose={creation.close}
          {...fixes}
        />
      )}
    </>
  );
}

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
