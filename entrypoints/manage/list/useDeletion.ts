import { useEffect } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';

/** Provides the dialog that deletes a record. A record that is already gone counts as deleted. */
export function useDeletion(
  remove: (account: string, record: { id: string; domain: string }) => Promise<Answer<{ outcome: 'deleted' | 'gone' }>>,
  say: (text: string) => void,
) {
  const forms = useForms<{ row: SlimRow; busy: boolean; problem?: Problem }>();
  const { close } = forms;
  // When the person opens another tab of the page, the dialog closes. A toast then reports the outcome of a deletion.
  useEffect(() => close, [close]);
  const open = (row: SlimRow) => {
    if (!row.locked) forms.open(row.key, { row, busy: forms.of(row.key)?.busy === true });
  };
  const run = async () => {
    const { row } = forms.form ?? {};
    if (!row || forms.of(row.key)?.busy) return;
    const { key, name } = row;
    forms.patch(key, { busy: true, problem: undefined });
    const answer = await remove(row.account, { id: row.id, domain: domainOf(row) });
    if (!answer.ok) {
      const { problem } = answer;
      const isNot = problem.code === 'maybe-deleted' ? '' : `${t('manage.not_deleted', { name })} `;
      if (!forms.isOpen(key)) say(`${isNot}${problemText(problem, name)}`);
      return forms.patch(key, { busy: false, problem });
    }
    forms.drop(key);
    say(t(answer.value.outcome === 'gone' ? 'popup.already_deleted' : 'popup.deleted', { domain: name }));
  };
  return { deleting: forms.form, open, close, run };
}
