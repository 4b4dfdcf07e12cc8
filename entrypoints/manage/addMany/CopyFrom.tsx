import type { Problem } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { ConnectionChoice } from '../ConnectionChoice.tsx';
import { ReadStatus } from '../list/ReadStatus.tsx';

interface CopyFromProps {
  list: readonly ConnectionAddress[];
  /** The connection to copy from. */
  chosen: string;
  onChoose: (id: string) => void;
  /** How many websites have been read, while that goes on. */
  reading: { read: number } | undefined;
  problem: Problem | undefined;
  onCopy: () => void;
  onStop: () => void;
}

/** Which connection's websites to copy. */
export function CopyFrom({ list, chosen, onChoose, reading, problem, onCopy, onStop }: CopyFromProps) {
  return (
    <div class="stack">
      <div class="row folders">
        <div class="field">
          <span class="label" aria-hidden="true">
            {t('addmany.copy_from')}
          </span>
          <ConnectionChoice list={list} label={t('addmany.copy_from')} value={chosen} onChange={onChoose} />
        </div>
        {!reading && (
          <button type="button" class="button" onClick={onCopy}>
            {t('addmany.copy')}
          </button>
        )}
        <ReadStatus
          text={reading ? t('manage.read_some', { count: numberText(reading.read) }) : ''}
          problem={problem}
          busy={!!reading}
          label=""
          onRead={undefined}
          onStop={onStop}
        />
      </div>
      <p class="hint">{t('addmany.copy_hint')}</p>
    </div>
  );
}
