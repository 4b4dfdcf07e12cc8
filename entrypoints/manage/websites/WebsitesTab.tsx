import { useMemo } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import { checkAgain } from '../audit/siteAccess.ts';
import { OfParts } from '../list/ListDialogs.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { RecordTable } from '../list/RecordTable.tsx';
import type { ListPart } from '../list/state.ts';
import { useLatest } from '../list/useLatest.ts';
import { useList, useListTab } from '../list/useListTab.ts';
import { usePage } from '../usePage.ts';
import { Bulk, BulkJobs } from './Bulk.tsx';
import { CreateSheet } from './CreateSheet.tsx';
import { type Act, described, websiteColumns } from './columns.tsx';
import { EditSheet } from './EditSheet.tsx';
import { useWebsiteForms, type WebsiteForms } from './useWebsiteForms.ts';
import { useVisits } from './visits.ts';
import { WebsiteFilters } from './WebsiteFilters.tsx';

/** Returns a function that returns the URL of a row's statistics. */
function useStatistics() {
  const { parts, start } = useList();
  return useMemo(() => {
    const templates = new Map(
      parts.map(({ connection, service }) => [
        service.account,
        { template: start.of(connection.id).preferences.statisticsUrl, base_url: service.url },
      ]),
    );
    return (row: SlimRow): string | undefined => {
      const of = templates.get(row.account);
      const domain = domainOf(row);
      return of && domain ? fillUrl(of.template, { base_url: of.base_url, domain, id: row.id }) : undefined;
    };
  }, [parts, start]);
}

function WebsiteTable({ act }: { act: Act }) {
  const { list, parts, names, sums } = useList();
  const { selection } = list.state;
  const statisticsUrl = useStatistics();
  const { hasVisits, onWindow, of } = useVisits();
  const connection = !!names;
  const privacy = parts.some(({ connection: { kind } }) => traitsOf(kind).privacy.length > 0);
  const link = sums.hasLinks;
  const columns = useMemo(
    () => websiteColumns({ connection, privacy, visit: hasVisits, link }),
    [connection, privacy, hasVisits, link],
  );
  return (
    <RecordTable
      label={t('manage.tab_websites')}
      columns={columns}
      more={(row) => ({ act, statisticsUrl, ...of(row) })}
      isMany
      look={({ key }, nameId) => ({
        class: selection.has(key) ? 'selected' : undefined,
        'aria-selected': selection.has(key),
        'aria-describedby': described(nameId),
      })}
      onWindow={onWindow}
    />
  );
}

function WebsiteSheets({ forms }: { forms: WebsiteForms }) {
  const { edit, creation } = forms;
  return (
    <>
      {edit && (
        <OfParts parts={[edit.part]}>
          <EditSheet key={edit.editing.row.key} edit={edit} />
        </OfParts>
      )}
      {creation && (
        <OfParts parts={[creation.part]}>
          <CreateSheet creation={creation} forms={forms} />
        </OfParts>
      )}
    </>
  );
}

export function WebsitesTab({ parts }: { parts: readonly ListPart[] }) {
  const tab = useListTab('websites', { ...usePage(), parts });
  const { start, say, list, deletion } = tab;
  const forms = useWebsiteForms(tab);
  const act = useLatest<Parameters<Act>, void>((action, row) => {
    if (action.type === 'select') list.send({ ...action, type: 'selected', key: row.key });
    if (action.type === 'edit') void forms.openEdit(row);
    if (action.type === 'delete') deletion.open(row);
    if (action.type === 'check') void checkAgain(row.account, [{ id: row.id, domain: domainOf(row) }], say);
  });
  const first = parts.find(({ connection }) => connection.id === start.connection?.id) ?? parts[0];
  return (
    <>
      <BulkJobs />
      <ListPage
        tab={tab}
        add={
          <Button
            look="primary"
            icon="plus"
            label={t('manage.add_website')}
            onClick={() => first && forms.openCreate(first.connection)}
          />
        }
        filters={<WebsiteFilters />}
        above={
          <>
            <Bulk />
            <WebsiteSheets forms={forms} />
          </>
        }
      >
        <WebsiteTable act={act} />
      </ListPage>
    </>
  );
}
