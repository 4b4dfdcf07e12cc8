import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import { t } from '@/lib/text/i18n.ts';
import { buildSnippet } from '@/lib/tracking/build.ts';
import { ConnectionChoice } from '../ConnectionChoice.tsx';
import { OfPart } from '../list/ListDialogs.tsx';
import type { RecordList } from '../list/useRecordList.ts';
import { pages } from '../pages.ts';
import type { ManageStart } from '../useStart.ts';
import { CreateSheet } from './CreateSheet.tsx';
import { EditSheet } from './EditSheet.tsx';
import type { WebsiteForms } from './useWebsiteForms.ts';

interface WebsiteSheetsProps {
  list: RecordList;
  forms: WebsiteForms;
  start: ManageStart;
}

const fixes = (url: string) => ({ onSettings: pages.settings, onAccess: () => void pages.access(url) });

/** The sheets that open over the websites. */
export function WebsiteSheets({ list, forms, start }: WebsiteSheetsProps) {
  const { edit, creation } = forms;
  const isNamed = list.parts.length > 1;
  const editing = edit?.editing;
  const creating = creation?.creating;
  return (
    <>
      {edit?.part && editing && (
        <OfPart part={edit.part} isNamed={isNamed}>
          <Editing edit={edit} part={edit.part} editing={editing} start={start} />
        </OfPart>
      )}
      {creation?.part && creating && (
        <OfPart part={creation.part} isNamed={isNamed}>
          <CreateSheet
            creating={creating}
            hasPassword={creation.hasPassword}
            team={creation.team}
            teams={creation.teams}
            choice={
              isNamed && (
                <ConnectionChoice
                  list={list.parts.flatMap(({ connection, service }) =>
                    forms.mayMoveTo(service.account) ? connection : [],
                  )}
                  label={t('options.connection')}
                  value={creation.part.connection.id}
                  onChange={(id) => {
                    const to = list.parts.find(({ connection }) => connection.id === id);
                    if (to) forms.moveCreate(to.service.account);
                  }}
                />
              )
            }
            onChange={creation.patch}
            onCreate={creation.create}
            onCreateAnyway={creation.createAnyway}
            onClose={creation.close}
            {...fixes(creation.part.service.url)}
          />
        </OfPart>
      )}
    </>
  );
}

type Edit = NonNullable<WebsiteForms['edit']>;
interface EditingProps {
  edit: Edit;
  part: NonNullable<Edit['part']>;
  editing: NonNullable<Edit['editing']>;
  start: ManageStart;
}

function Editing({ edit, part, editing, start }: EditingProps) {
  const { row } = editing;
  const { id, domain } = row.record;
  const { preferences } = start.of(part.connection.id);
  const base_url = part.service.url;
  return (
    <EditSheet
      key={row.key}
      editing={editing}
      statisticsUrl={domain ? fillUrl(preferences.statisticsUrl, { base_url, domain, id }) : undefined}
      siteUrl={row.host && `https://${row.host}/`}
      trackingCode={buildSnippet(preferences.trackingCode, { base_url, domain, id })}
      onFields={edit.setFields}
      onChoose={edit.choose}
      onSave={edit.save}
      onSaveUnchecked={edit.saveUnchecked}
      onDiscard={edit.discard}
      onClose={edit.close}
      {...fixes(base_url)}
    />
  );
}
