import { Button } from '@/components/Button.tsx';
import { domainOf } from '@/lib/records/slim.ts';
import { t } from '@/lib/text/i18n.ts';
import { checkAgain } from '../audit/siteAccess.ts';
import { ConnectionChoice } from '../ConnectionChoice.tsx';
import { OfPart } from '../list/ListDialogs.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useLatest } from '../list/useLatest.ts';
import { useList, useListTab } from '../list/useListTab.ts';
import type { ListTabProps } from '../tab.ts';
import { Bulk, BulkJobs } from './Bulk.tsx';
import { CreateSheet } from './CreateSheet.tsx';
import type { Act } from './columns.tsx';
import { EditSheet } from './EditSheet.tsx';
import { useWebsiteForms, type WebsiteForms } from './useWebsiteForms.ts';
import { WebsiteFilters } from './WebsiteFilters.tsx';
import { WebsiteTable } from './WebsiteTable.tsx';

function WebsiteSheets({ forms }: { forms: WebsiteForms }) {
  const { parts, start, names } = useList();
  const { edit, creation } = forms;
  return (
    <>
      {edit && (
        <OfPart part={edit.part}>
          <EditSheet key={edit.editing.row.key} edit={edit} start={start} />
        </OfPart>
      )}
      {creation && (
        <OfPart part={creation.part}>
          <CreateSheet creation={creation}>
            {names && (
              <ConnectionChoice
                list={parts.flatMap(({ connection, service }) => (forms.mayMoveTo(service.account) ? connection : []))}
                label={t('options.connection')}
                value={creation.part.connection.id}
                onChange={(id) => {
                  const to = parts.find(({ connection }) => connection.id === id);
                  if (to) forms.moveCreate(to.service.account);
                }}
              />
            )}
          </CreateSheet>
        </OfPart>
      )}
    </>
  );
}

export function WebsitesTab(props: ListTabProps) {
  const { start, say } = props;
  const tab = useListTab('websites', props);
  const { parts, list, deletion } = tab;
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
            onClick={() => first && forms.openCreate(first.service.account)}
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
