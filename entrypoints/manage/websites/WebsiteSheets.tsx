import { t } from '@/lib/text/i18n.ts';
import { ConnectionChoice } from '../ConnectionChoice.tsx';
import { OfPart } from '../list/ListDialogs.tsx';
import { useList } from '../list/useListTab.ts';
import { CreateSheet } from './CreateSheet.tsx';
import { EditSheet } from './EditSheet.tsx';
import type { WebsiteForms } from './useWebsiteForms.ts';

/** Shows the sheets to edit and to add a website, while they are open. */
export function WebsiteSheets({ forms }: { forms: WebsiteForms }) {
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
