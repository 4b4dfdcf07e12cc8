import { t } from '@/lib/text/i18n.ts';
import { buildSnippet } from '@/lib/tracking/build.ts';
import { confirms } from '@/lib/websites/rows.ts';
import { DeleteDialog } from '../list/DeleteDialog.tsx';
import { ExportDialog } from '../list/ExportDialog.tsx';
import { pages } from '../pages.ts';
import type { ManageStart } from '../useStart.ts';
import { CreateSheet } from './CreateSheet.tsx';
import { EditSheet } from './EditSheet.tsx';
import type { Websites } from './useWebsites.ts';

/** The sheets and dialogs that open over the websites. */
export function WebsiteSheets({
  serviceUrl,
  websites,
  start,
}: {
  serviceUrl: string;
  websites: Websites;
  start: ManageStart;
}) {
  const { list, edit, creation, deletion, exporting } = websites;
  const fixes = { onSettings: pages.settings, onAccess: () => void pages.access(serviceUrl) };
  const editing = edit.editing;
  const { deleting } = deletion;
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
      {deleting && (
        <DeleteDialog
          title={t('manage.delete_title', { name: deleting.row.name })}
          warning={t('popup.delete_warning', { domain: deleting.row.name })}
          wanted={deleting.row.name}
          confirms={(typed) => confirms(typed, deleting.row)}
          busy={deleting.busy}
          problem={deleting.problem}
          onDelete={deletion.run}
          onClose={deletion.close}
          {...fixes}
        />
      )}
      {exporting.exporting && (
        <ExportDialog
          listed={list.items.length}
          total={list.total}
          pages={websites.paged}
          exporting={exporting.exporting}
          onExport={exporting.run}
          onClose={exporting.close}
          onSettings={pages.settings}
        />
      )}
    </>
  );
}
