import type { ComponentChildren } from 'preact';
import { TraitsProvider } from '@/components/useTraits.ts';
import { hostOf } from '@/lib/hosts/hostOf.ts';
import { domainOf } from '@/lib/records/slim.ts';
import { sharedTraits } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import { confirms } from '@/lib/websites/confirms.ts';
import { ExportDialog } from '../ExportDialog.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';
import { ShownConnectionProvider } from '../useConnections.ts';
import { recordsText } from './Count.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import type { ListPart } from './state.ts';
import { useList } from './useListTab.ts';

/**
 * Provides data for the dialogs inside it: the first service's address, what the services of all these connections can
 * do, and the connection's name if the page shows several connections but the dialog is about only one.
 */
export function OfParts({ parts, children }: { parts: readonly ListPart[]; children: ComponentChildren }) {
  const { names } = useList();
  const [first, ...others] = parts;
  return (
    <ShownConnectionProvider
      value={{ serviceUrl: first?.service.url, name: others.length ? undefined : names && first?.name }}
    >
      <TraitsProvider value={sharedTraits(parts.map(({ connection }) => connection))}>{children}</TraitsProvider>
    </ShownConnectionProvider>
  );
}

export function ListExport() {
  const { kind, rows, sums, exporting } = useList();
  const { close, run } = exporting;
  const files = [
    { label: t('manage.export_csv'), save: () => void run('csv') },
    { label: t('manage.export_json'), save: () => void run('json') },
  ];
  return (
    <ExportDialog files={files} onClose={close}>
      <p>{recordsText(kind, rows.length)}</p>
      {sums.isOpen && <p class="note warn">{t('tracking.known_partly')}</p>}
      <ProblemAlert problem={exporting.exporting?.problem} />
    </ExportDialog>
  );
}

export function ListDialogs() {
  const { kind, parts, deletion, exporting } = useList();
  const { deleting } = deletion;
  const part = parts.find(({ service }) => service.account === deleting?.row.account);
  const name = deleting?.row.name ?? '';
  const domain = deleting ? domainOf(deleting.row) : '';
  const [title, warning] =
    kind === 'websites'
      ? [t('manage.delete_title', { name }), t('popup.delete_warning', { domain: name })]
      : [t('manage.delete_project_title', { name }), t('manage.delete_project_warning', { name })];
  return (
    <>
      {deleting && part && (
        <OfParts parts={[part]}>
          <DeleteDialog
            title={title}
            warning={warning}
            wanted={name}
            confirms={(typed) => confirms(typed, { name, ascii: hostOf(domain) ?? domain })}
            busy={deleting.busy}
            problem={deleting.problem}
            onDelete={deletion.run}
            onClose={deletion.close}
          />
        </OfParts>
      )}
      {exporting.exporting && <ListExport />}
    </>
  );
}
