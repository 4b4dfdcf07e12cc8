import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useFocusWithin } from '@/components/useFocusWithin.ts';
import { isolated } from '@/lib/text/findings.ts';
import { numberText, plural } from '@/lib/text/i18n.ts';
import { websiteRows } from '@/lib/websites/rows.ts';
import { type BulkChange, jobItems } from '@/lib/websites/selection.ts';
import { Jobs } from '../jobs/Jobs.tsx';
import { useJobs } from '../jobs/useJobs.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import { confirmsCount, DeleteDialog } from '../list/DeleteDialog.tsx';
import { focusStop } from '../list/focus.ts';
import { pages } from '../pages.ts';
import type { Selected } from '../tab.ts';
import { useAccountNames } from '../useConnections.ts';
import { type BulkAction, BulkBar } from './BulkBar.tsx';
import { BulkDialog } from './BulkDialog.tsx';

/** How many of the selected websites the delete dialog names. */
const maxNamed = 100;

interface BulkProps {
  /** By account; at least one. */
  selected: readonly Selected[];
}

/** How many of the selected websites each connection has; undefined if there is only one. */
function splitText(batches: readonly { account: string; items: unknown[] }[], names: ReadonlyMap<string, string>) {
  if (batches.length < 2) return undefined;
  return batches
    .map(({ account, items }) => `${isolated(names.get(account))}: ${numberText(items.length)}`)
    .join(' · ');
}

/** The account of the list in which something was selected last, also once nothing is. */
function useLastList(selected: readonly Selected[]): string | undefined {
  const last = useRef<string>(undefined);
  const before = useRef<readonly Selected[]>([]);
  const lists = selected.filter(({ websites }) => websites.length);
  const isNew = (one: Selected) => !before.current.includes(one);
  const isLast = ({ account }: Selected) => account === last.current;
  last.current = (lists.find(isNew) ?? lists.find(isLast) ?? lists[0])?.account ?? last.current;
  before.current = selected;
  return last.current;
}

/** Changes to many websites at once, a job for each account. The worker runs them, so this page may be closed meanwhile. */
export function Bulk({ selected }: BulkProps) {
  const { jobs = [], now, rateLimitOf } = useJobs('changes');
  const { start, busy, problem, renew } = useStartJob(selected[0]?.account ?? '');
  const [action, setAction] = useState<BulkAction>();
  const batches = useMemo(
    () => selected.map((one) => ({ ...one, items: jobItems(one.websites) })).filter(({ items }) => items.length),
    [selected],
  );
  const last = useLastList(selected);
  // The bar and its dialogs go once nothing is selected, a job's card once it is dismissed.
  const view = useFocusWithin<HTMLDivElement>(() => focusStop(last));
  const count = batches.reduce((sum, { items }) => sum + items.length, 0);
  const nameAt = useAccountNames();
  const split = splitText(batches, nameAt);

  const open = (wanted: BulkAction) => {
    // One job per opening of the dialog, however often its button is pressed.
    renew();
    setAction(wanted);
  };
  const close = () => setAction(undefined);
  // What was selected may be gone.
  useEffect(() => {
    if (!count && !busy) setAction(undefined);
  }, [count, busy]);
  const apply = async (kind: 'update' | 'delete', { fields, password }: BulkChange) => {
    for (const { websites, account, onClear } of batches) {
      const items = jobItems(websites, fields);
      const job = { kind, items, fields, speed: 'careful', ...(password ? { password } : {}) } as const;
      // A started batch is deselected, so that pressing again starts only the rest.
      if (!(await start(job, account))) return;
      onClear();
    }
    close();
  };
  const clear = () => {
    for (const { onClear } of selected) onClear();
  };
  const names = () =>
    batches.flatMap(({ account, websites }) =>
      websiteRows(websites.slice(0, maxNamed)).map(({ name }) =>
        split ? `${isolated(name)} (${isolated(nameAt.get(account))})` : name,
      ),
    );
  const onAccess = () => void pages.access(batches[0]?.serviceUrl ?? '');
  return (
    <div ref={view} class="bulk-place">
      <Jobs jobs={jobs} now={now} rateLimitOf={rateLimitOf} />
      {count > 0 && <BulkBar count={count} split={split} onAction={open} onClear={clear} />}
      {action && action !== 'delete' && (
        <BulkDialog
          action={action}
          count={count}
          split={split}
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
          confirms={(typed) => confirmsCount(typed, count)}
          names={names().slice(0, maxNamed)}
          more={Math.max(0, count - maxNamed)}
          busy={busy}
          problem={problem}
          onDelete={() => void apply('delete', { fields: {} })}
          onClose={close}
          onSettings={pages.settings}
          onAccess={onAccess}
        />
      )}
    </div>
  );
}
