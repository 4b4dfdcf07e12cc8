import { useEffect } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import { ask } from '@/lib/messages/ask.ts';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import type { ListName } from '@/lib/records/types.ts';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';

function remove(kind: ListName, row: SlimRow) {
  const { id, account } = row;
  const domain = domainOf(row);
  if (kind === 'websites') return ask('websites.delete', { id, domain }, { account });
  // Projects are deleted one at a time, because some services have deleted more projects than were requested.
  return ask('projects.delete', { project: domain }, { account });
}

/** Provides the dialog that deletes a record. A record that is already gone counts as deleted. */
export function useDeletion(kind: ListName, say: (text: string) => void) {
  const forms = useForms<{ row: SlimRow; busy: boolean; problem?: Problem }>();
  const { close } = forms;
  // The dialog closes when the person opens another tab of the page. A toast then reports the outcome of the deletion.
  useEffect(() => close, [close]);
  const open = (row: SlimRow) => {
    if (!row.locked) forms.open(row.key, { row, busy: forms.of(row.key)?.busy === true });
  };
  const run = async () => {
    const { row } = forms.form ?? {};
    if (!row || forms.of(row.key)?.busy) return;
    const { key, name } = row;
    forms.patch(key, { busy: true, problem: undefined });
    const answer = await remove(kind, row);
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
