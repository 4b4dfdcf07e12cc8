import { useId } from 'preact/hooks';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { FormDialog } from '../Dialog.tsx';
import { DeleteManyDialog } from '../list/DeleteDialog.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';
import { ShownConnectionProvider } from '../useConnections.ts';
import { undoTitle } from './jobTexts.ts';
import type { useUndo } from './useJobs.ts';

type UndoDialogProps = { job: Job } & Pick<ReturnType<typeof useUndo>, 'asking' | 'run' | 'close'>;

/**
 * Asks for confirmation before a job is undone. The undo of an addition deletes websites, so it is confirmed like a
 * deletion.
 */
export function UndoDialog({ job, asking, run, close }: UndoDialogProps) {
  const id = useId();
  if (!asking || !job.undo) return null;
  const { names, busy, problem } = asking;
  const { items, links, left } = job.undo;
  const count = numberText(left);
  return (
    <ShownConnectionProvider value={{ serviceUrl: job.serviceUrl }}>
      {job.kind === 'create' ? (
        <DeleteManyDialog
          busy={busy}
          problem={problem}
          onClose={close}
          count={items}
          warnings={[t('addmany.undo_only'), ...(left ? [t('addmany.undo_kept', { count })] : [])]}
          names={names.map(toUnicode)}
          onDelete={() => void run()}
        />
      ) : (
        <FormDialog
          title={undoTitle(job.fields, items)}
          onClose={close}
          onSubmit={() => void run()}
          submit={{ label: t('popup.undo'), 'data-focus': true, 'aria-describedby': id, busy }}
        >
          <div class="stack" id={id}>
            <p>{t('manage.undo_hint')}</p>
            {links > 0 && <p class="note warn">{t('manage.undo_links', { count: numberText(links) })}</p>}
            {left > 0 && <p class="note">{t('manage.undo_left', { count })}</p>}
          </div>
          <ProblemAlert problem={problem} />
        </FormDialog>
      )}
    </ShownConnectionProvider>
  );
}
