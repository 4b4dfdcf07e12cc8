import { useState } from 'preact/hooks';
import { JobCard } from '@/entrypoints/manage/jobs/JobCard.tsx';
import { DeleteDialog } from '@/entrypoints/manage/list/DeleteDialog.tsx';
import { type BulkAction, BulkBar } from '@/entrypoints/manage/websites/BulkBar.tsx';
import { BulkDialog } from '@/entrypoints/manage/websites/BulkDialog.tsx';
import { type BulkChange, jobItems } from '@/lib/jobs/bulk.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { plural } from '@/lib/text/i18n.ts';
import type { Row } from '@/lib/websites/rows.ts';
import type { Selection } from '@/lib/websites/selection.ts';
import { useJobs } from '../jobs/useJobs.ts';
import { pages } from '../pages.ts';

interface BulkProps {
  base: string | undefined;
  selection: Selection<Row<Website>>;
  onClear: () => void;
}

/** What is done with many websites at once. The worker does it; this page may be closed meanwhile. */
export function Bulk({ base, selection, onClear }: BulkProps) {
  const { jobs, now, itemsOf, show, takePasswords } = useJobs();
  const [action, setAction] = useState<BulkAction>();
  const [starting, setStarting] = useState<{ id: string; busy: boolean; problem?: Problem }>();
  const rows = [...selection.values()];
  const items = jobItems(rows);

  const open = (wanted: BulkAction) => {
    // One id for each time the dialog is opened: pressed twice, it is one job.
    setStarting({ id: crypto.randomUUID(), busy: false });
    setAction(wanted);
  };
  const close = () => setAction(undefined);
  const start = async (kind: 'update' | 'delete', { fields, password }: BulkChange) => {
    if (!starting || starting.busy) return;
    const { id } = starting;
    setStarting({ id, busy: true });
    const answer = await ask('jobs.start', {
      id,
      kind,
      items,
      fields,
      speed: 'careful',
      ...(password ? { password } : {}),
    });
    setStarting({ id, busy: false, ...(answer.ok ? {} : { problem: answer.problem }) });
    if (!answer.ok) return;
    close();
    onClear();
  };
  const ways = { onSettings: pages.settings, onAccess: () => void pages.access(base) };
  return (
    <>
      {jobs.map((job) => (
        <JobCard
          key={job.id}
          job={job}
          items={itemsOf(job.id)}
          now={now}
          onItems={(wanted) => show(job.id, wanted)}
          onPause={() => void ask('jobs.pause', { id: job.id })}
          onResume={() => void ask('jobs.resume', { id: job.id })}
          onCancel={() => void ask('jobs.cancel', { id: job.id })}
          onRetry={(password) => void ask('jobs.retry', { id: job.id, ...(password ? { password } : {}) })}
          onPasswords={() => takePasswords(job.id)}
          onDismiss={() => void ask('jobs.dismiss', { id: job.id })}
        />
      ))}
      {items.length > 0 && <BulkBar count={items.length} onAction={open} onClear={onClear} />}
      {action && action !== 'delete' && starting && (
        <BulkDialog
          action={action}
          count={items.length}
          busy={starting.busy}
          problem={starting.problem}
          onStart={(change) => void start('update', change)}
          onClose={close}
          onSettings={pages.settings}
        />
      )}
      {action === 'delete' && starting && (
        <DeleteDialog
          title={plural('manage.delete_many_title', items.length)}
          warning={plural('manage.delete_many_warning', items.length)}
          wanted={String(items.length)}
          confirms={(typed) => typed.trim() === String(items.length)}
          names={rows.map(({ name }) => name)}
          busy={starting.busy}
          problem={starting.problem}
          onDelete={() => void start('delete', { fields: {} })}
          onClose={close}
          {...ways}
        />
      )}
    </>
  );
}
