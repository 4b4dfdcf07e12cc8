import { useRef, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Problem } from '@/lib/services/index.ts';
import { numberText, plural, t } from '@/lib/text/i18n.ts';
import type { Format } from '@/lib/websites/export.ts';
import { Dialog } from '../Dialog.tsx';
import { RadioGroup } from '../RadioGroup.tsx';

export type ExportScope = 'listed' | 'all';

export interface Exporting {
  /** Undefined: nothing is being read. */
  soFar?: number;
  total?: number;
  problem?: Problem;
  /** How many records were read, if the service says that there are more. */
  incomplete?: number;
}

interface Exportable {
  listed: number;
  /** How many there are in total; undefined if the service does not say. */
  total: number | undefined;
  /** The list has several pages. */
  pages: boolean;
}

interface ExportDialogProps extends Exportable {
  exporting: Exporting;
  onExport: (scope: ExportScope, format: Format) => void;
  onClose: () => void;
  onSettings: () => void;
}

function exportProgress({ soFar = 0, total }: Exporting): string {
  const count = numberText(soFar);
  return total === undefined
    ? t('manage.read_some', { count })
    : t('manage.read_of', { count, total: numberText(total) });
}

/** Which records to export, and in which format. */
export function ExportDialog({ exporting, onExport, onClose, onSettings, ...exportable }: ExportDialogProps) {
  const reading = exporting.soFar !== undefined;
  // What is read is what was asked for, whatever the list shows by now.
  const asked = useRef<Exportable>(exportable);
  if (!reading) asked.current = exportable;
  const { listed, total, pages } = asked.current;
  const [scope, setScope] = useState<ExportScope>(pages ? 'all' : 'listed');
  const scopes = [
    { value: 'listed' as const, label: plural('manage.export_listed', listed) },
    {
      value: 'all' as const,
      label: total === undefined ? t('manage.export_all') : plural('manage.export_all_of', total),
    },
  ];
  const formats = [
    { format: 'csv' as const, label: t('manage.export_csv') },
    { format: 'json' as const, label: t('manage.export_json') },
  ];
  return (
    <Dialog place="middle" title={t('manage.export')} onClose={onClose}>
      <div class="sheet">
        <div class="body stack">
          {pages && (
            <RadioGroup
              label={t('manage.export_scope')}
              name="scope"
              options={scopes}
              value={scope}
              onChange={setScope}
              disabled={reading}
            />
          )}
          {!pages && <p>{plural('manage.export_listed', listed)}</p>}
          <div role="status" class="stack">
            {reading && (
              <>
                <progress aria-label={t('manage.export')} value={exporting.soFar} max={exporting.total} />
                <p class="hint">{exportProgress(exporting)}</p>
              </>
            )}
            {exporting.incomplete !== undefined && (
              <p class="note warn">{plural('manage.export_incomplete', exporting.incomplete)}</p>
            )}
          </div>
          {exporting.problem && (
            <div role="alert">
              <ProblemNote problem={exporting.problem} onSettings={onSettings} />
            </div>
          )}
        </div>
        <footer>
          <div class="row">
            {formats.map(({ format, label }) => (
              <button
                key={format}
                type="button"
                class={`button ${format === 'csv' ? 'primary' : ''}`}
                disabled={reading}
                onClick={() => onExport(pages ? scope : 'listed', format)}
              >
                <Icon name="download" />
                {label}
              </button>
            ))}
            <button type="button" class="button" onClick={onClose}>
              {t(reading ? 'manage.stop' : 'manage.close')}
            </button>
          </div>
        </footer>
      </div>
    </Dialog>
  );
}
