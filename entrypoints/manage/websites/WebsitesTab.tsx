import { useMemo } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import { t } from '@/lib/text/i18n.ts';
import { checkAgain } from '../audit/siteAccess.ts';
import { isPrivate } from '../audit/useStartAudit.ts';
import { ConnectionChoice } from '../ConnectionChoice.tsx';
import { OfPart } from '../list/ListDialogs.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useLatest } from '../list/useLatest.ts';
import { useList, useListTab } from '../list/useListTab.ts';
import type { ListTabProps } from '../tab.ts';
import { Bulk, BulkJobs } from './Bulk.tsx';
import { CreateSheet } from './CreateSheet.tsx';
import type { RowActions } from './columns.tsx';
import { EditSheet } from './EditSheet.tsx';
import { useWebsiteForms, type WebsiteForms } from './useWebsiteForms.ts';
import { WebsiteFilters } from './WebsiteFilters.tsx';
import { WebsiteTable } from './WebsiteTable.tsx';

/** Shows the sheets to edit and to add a website, while they are open. */
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

/** Shows the tab `Websites`: the websites of the analytics services. */
export function WebsitesTab(props: ListTabProps) {
  const { start, say } = props;
  const tab = useListTab('websites', props);
  const { parts, onDelete } = tab;
  const forms = useWebsiteForms(tab);
  const onEdit = useLatest(forms.openEdit);
  const check = useLatest((row: SlimRow) => checkAgain(row.account, [{ id: row.id, domain: domainOf(row) }], say));
  const onCheck = isPrivate() ? undefined : check;
  const actions = useMemo<RowActions>(() => ({ onEdit, onDelete, onCheck }), [onEdit, onDelete, onCheck]);
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
        <WebsiteTable actions={actions} />
      </ListPage>
    </>
  );
}
