import { Icon } from '@/components/Icon.tsx';
import { plural, t } from '@/lib/text/i18n.ts';
import type { Format } from '@/lib/websites/export.ts';
import { Dialog } from '../Dialog.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';
import { recordsText } from './Count.tsx';
import { useList } from './useListTab.ts';

const formats: readonly { format: Format; label: () => string }[] = [
  { format: 'csv', label: () => t('manage.export_csv') },
  { format: 'json', label: () => t('manage.export_json') },
];

/** Asks for the format in which to export the list that is shown. */
export function ExportDialog() {
  const { kind, rows, sums, exporting } = useList();
  const { close, run } = exporting;
  const count = rows.length;
  return (
    <Dialog place="middle" title={t('manage.export')} onClose={close}>
      <div class="sheet">
        <div class="body stack">
          <p>{recordsText(kind, count)}</p>
          {sums.isOpen && <p class="note warn">{plural('manage.export_incomplete', count)}</p>}
          <ProblemAlert problem={exporting.exporting?.problem} />
        </div>
        <footer>
          <div class="row">
            {formats.map(({ format, label }) => (
              <button
                key={format}
                type="button"
                class={`button ${format === 'csv' ? 'primary' : ''}`}
                onClick={() => void run(format)}
              >
                <Icon name="download" />
                {label()}
              </button>
            ))}
            <button type="button" class="button" onClick={close}>
              {t('manage.close')}
            </button>
          </div>
        </footer>
      </div>
    </Dialog>
  );
}
