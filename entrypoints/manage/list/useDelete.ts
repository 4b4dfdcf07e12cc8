import { useForms } from '@/components/useForms.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import type { Row } from '@/lib/websites/rows.ts';

export type DeleteEnd = { outcome: 'deleted' | 'gone' };

export interface Deleting<T> {
  row: Row<T>;
  busy: boolean;
  problem?: Problem;
}

interface DeleteCallbacks<T> {
  onDeleted: (row: Row<T>, said: string) => void;
  say: (text: string) => void;
}

/** Deletes one record. One that is already gone counts as deleted. */
export function useDelete<T>(
  remove: (record: T) => Promise<Answer<DeleteEnd>>,
  { onDeleted, say }: DeleteCallbacks<T>,
) {
  const forms = useForms<Deleting<T>>();
  const open = (row: Row<T>) =>
    forms.open(row.key, forms.of(row.key)?.busy ? { row, busy: true } : { row, busy: false });
  const run = async () => {
    if (!forms.form || forms.form.busy) return;
    const { row } = forms.form;
    const { key, name } = row;
    forms.patch(key, { busy: true, problem: undefined });
    const answer = await remove(row.record);
    if (!answer.ok) {
      if (!forms.isOpen(key)) say(`${t('manage.not_deleted', { name })} ${problemText(answer.problem, name)}`);
      return forms.patch(key, { busy: false, problem: answer.problem });
    }
    forms.drop(key);
    onDeleted(row, t(answer.value.outcome === 'gone' ? 'popup.already_deleted' : 'popup.deleted', { domain: name }));
  };
  return { deleting: forms.form, open, close: forms.close, run };
}
