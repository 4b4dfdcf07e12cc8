import { Icon } from '@/components/Icon.tsx';
import type { Problem } from '@/lib/services/index.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import type { Format } from '@/lib/websites/export.ts';
import { Dialog } from '../Dialog.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';

interface ExportDialogProps {
  /** What is exported, in words. */
  what: string;
  /** The number of known records if there may be more; undefined if they are all. */
  incomplete: number | undefined;
  problem: Problem | undefined;
  onExport: (format: Format) => void;
  onClose: () => void;
}

const formats: readonly { format: Format; label: () => string }[] = [
  { format: 'csv', label: () => t('manage.export_csv') },
  { format: 'json', label: () => t('manage.export_json') },
];

/** Asks for the format in which to export the list that is shown. */
export function ExportDialog({ what, incomplete, problem, onExport, onClose }: ExportDialogProps) {
  return (
    <Dialog place="middle" title={t('manage.export')} onClose={onClose}>
      <div class="sheet">
        <div class="body stack">
          <p>{what}</p>
          {incomplete !== undefined && <p class="note warn">{plural('manage.export_incomplete', incomplete)}</p>}
          <ProblemAlert problem={problem} />
        </div>
        <footer>
          <div class="row">
            {formats.map(({ format, label }) => (
              <button
                key={format}
                type="button"
                class={`button ${format === 'csv' ? 'primary' : ''}`}
                onClick={() => onExport(format)}
              >
                <Icon name="download" />
                {label()}
              </button>
            ))}
            <button type="button" class="button" onClick={onClose}>
              {t('manage.close')}
            </button>
          </div>
        </footer>
      </div>
    </Dialog>
  );
}
