import { useId } from 'preact/hooks';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import type { Job, Undo } from '@/lib/jobs/types.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { FormDialog } from '../Dialog.tsx';
import { DeleteManyDialog } from '../list/DeleteDialog.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';
import { undoTitle } from './jobTexts.ts';
import type { UndoAsking } from './useJobs.ts';

interface UndoDialogProps extends UndoAsking {
  job: Job;
  undo: Undo;
  onUndo: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an addition is undone. The undo deletes websites, so it is confirmed as a deletion. */
function UndoAdding({ undo: { items, left }, names, onUndo, ...dialog }: UndoDialogProps) {
  const kept = left ? [t('addmany.undo_kept', { count: numberText(left) })] : [];
  return (
    <DeleteManyDialog
      {...dialog}
      count={items}
      warnings={[t('addmany.undo_only'), ...kept]}
      names={names.map(toUnicode)}
      onDelete={onUndo}
    />
  );
}

export function UndoDialog(props: UndoDialogProps) {
  const { job, undo, busy, problem, onUndo, onClose } = props;
  const id = useId();
  if (job.kind === 'create') return <UndoAdding {...props} />;
  const { items, links, left } = undo;
  return (
    <FormDialog
      title={undoTitle(job.fields, items)}
      onClose={onClose}
      onSubmit={onUndo}
      submit={{ label: t('popup.undo'), 'data-focus': true, 'aria-describedby': id, busy }}
    >
      <div class="stack" id={id}>
        <p>{t('manage.undo_hint')}</p>
        {links > 0 && <p class="note warn">{t('manage.undo_links', { count: numberText(links) })}</p>}
        {left > 0 && <p class="note">{t('manage.undo_left', { count: numberText(left) })}</p>}
      </div>
      <ProblemAlert problem={problem} />
    </FormDialog>
  );
}
