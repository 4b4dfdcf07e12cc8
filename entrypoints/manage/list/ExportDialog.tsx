import { t } from '@/lib/text/i18n.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';
import { recordsText } from './Count.tsx';
import { useList } from './useListTab.ts';

/** Asks for the format in which to export the list that is shown. */
export function ExportDialog() {
  const { kind, rows, sums, exporting } = useList();
  const { close, run } = exporting;
  return (
    <Dialog place="middle" title={t('manage.export')} onClose={close}>
      <div class="sheet">
        <div class="body stack">
          <p>{recordsText(kind, rows.length)}</p>
          {sums.isOpen && <p class="note warn">{t('tracking.known_partly')}</p>}
          <ProblemAlert problem={exporting.exporting?.problem} />
        </div>
        <footer>
          <div class="row">
            <Button look="primary" icon="download" label={t('manage.export_csv')} onClick={() => void run('csv')} />
            <Button icon="download" label={t('manage.export_json')} onClick={() => void run('json')} />
            <Button label={t('manage.close')} onClick={close} />
          </div>
        </footer>
      </div>
    </Dialog>
  );
}
