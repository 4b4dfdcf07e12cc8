import { useState } from 'preact/hooks';
import type { Answer } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import type { Row } from '@/lib/websites/rows.ts';

type DeleteEnd = { outcome: 'deleted' | 'gone' };

export interface Deleting<T> {
  row: Row<T>;
  busy: boolean;
  problem?: Problem;
}

/** One record that is to be destroyed. An item that is already gone counts as done. */
export function useDelete<T>(
  remove: (record: T) => Promise<Answer<DeleteEnd>>,
  onDeleted: (row: Row<T>, said: string) => void,
) {
  const [deleting, setDeleting] = useState<Deleting<T>>();
  const open = (row: Row<T>) => setDeleting({ row, busy: false });
  const close = () => setDeleting(undefined);
  const run = async () => {
    if (!deleting || deleting.busy) return;
    const { row } = deleting;
    setDeleting({ row, busy: true });
    const answer = await remove(row.record);
    if (!answer.ok) return setDeleting({ row, busy: false, problem: answer.problem });
    setDeleting(undefined);
    onDeleted(
      row,
      t(answer.value.outcome === 'gone' ? 'popup.already_deleted' : 'popup.deleted', { domain: row.name }),
    );
  };
  return { deleting, open, close, run };
}
