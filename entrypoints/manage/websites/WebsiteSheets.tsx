import { buildSnippet } from '@/lib/tracking/build.ts';
import { pages } from '../pages.ts';
import type { ManageStart } from '../useStart.ts';
import { CreateSheet } from './CreateSheet.tsx';
import { EditSheet } from './EditSheet.tsx';
import type { Websites } from './useWebsites.ts';

/** The sheets that open over the websites. */
export function WebsiteSheets({
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
