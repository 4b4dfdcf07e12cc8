import { useMemo, useState } from 'preact/hooks';
import type { Website } from '@/lib/services/index.ts';
import { numberText, plural } from '@/lib/text/i18n.ts';
import { websiteRows } from '@/lib/websites/rows.ts';
import type { Selection } from '@/lib/websites/selection.ts';
import { type BulkChange, jobItems } from '@/lib/websites/selection.ts';
import { Jobs } from '../jobs/Jobs.tsx';
import { useJobs } from '../jobs/useJobs.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import { DeleteDialog } from '../list/DeleteDialog.tsx';
import { pages } from '../pages.ts';
import { type BulkAction, BulkBar } from './BulkBar.tsx';
import { BulkDialog } from './BulkDialog.tsx';

/** How many of the selected websites are named before they are deleted. */
const maxNamed = 100;

interface BulkProps {
  serviceUrl: string;
  account: string;
  selection: Selection<Website>;
  onClear: () => void;
}

/** Changes to many websites at once. The worker runs them, so this page may be closed meanwhile. */
export function Bulk({ serviceUrl, account, selection, onClear }: BulkProps) {
  const { jobs = [], now, rateLimitOf } = useJobs('changes');
  const { start, busy, problem, renew } = useStartJob(account);
  const [action, setAction] = useState<BulkAction>();
  const items = useMemo(() => jobItems(selection.values()), [selection]);
  const { length: count } = items;

  const open = (wanted: BulkAction) => {
    // One job per opening of the dialog, however often its button is pressed.
    renew();
    setAction(wanted);
  };
  const close = () => setAction(undefined);
  const apply = async (kind: 'update' | 'delete', { fields, password }: BulkChange) => {
    const begun = await start({ kind, items, fields, speed: 'careful', ...(password ? { password } : {}) });
    if (!begun) return;
    close();
    onClear();
  };
  const fixes = { onSettings: pages.settings, onAccess: () => void pages.access(serviceUrl) };
  return (
    <>
      <Jobs jobs={jobs} now={now} rateLimitOf={rateLimitOf} />
      {count > 0 && <BulkBar count={count} onAction={open} onClear={onClear} />}
      {action && action !== 'delete' && (
        <BulkDialog
          action={action}
          count={count}
          busy={busy}
          problem={problem}
          onStart={(change) => void apply('update', change)}
          onClose={close}
          onSettings={pages.settings}
        />
      )}
      {action === 'delete' && (
        <DeleteDialog
          title={plural('manage.delete_many_title', count)}
          warning={plural('manage.delete_many_warning', count)}
          wanted={String(count)}
          confirms={(typed) => [String(count), numberText(count)].includes(typed.trim())}
          names={websiteRows([...selection.values()].slice(0, maxNamed)).map(({ name }) => name)}
          more={Math.max(0, count - maxNamed)}
          busy={busy}
          problem={problem}
          onDelete={() => void apply('delete', { fields: {} })}
          onClose={close}
          {...fixes}
        />
      )}
    </>
  );
}
