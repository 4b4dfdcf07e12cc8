import { useEffect, useMemo, useState } from 'preact/hooks';
import { useFocusWithin } from '@/components/useFocusWithin.ts';
import { TraitsProvider } from '@/components/useTraits.ts';
import { sharedTraits } from '@/lib/services/traits.ts';
import { isolated } from '@/lib/text/findings.ts';
import { numberText, plural } from '@/lib/text/i18n.ts';
import { type BulkChange, jobItems } from '@/lib/websites/selection.ts';
import { Jobs } from '../jobs/Jobs.tsx';
import { useJobs } from '../jobs/useJobs.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import { type Batch, batchesOf } from '../list/batches.ts';
import { confirmsCount, DeleteDialog } from '../list/DeleteDialog.tsx';
import { focusStop } from '../list/focus.ts';
import { shownRows } from '../list/state.ts';
import { recordsOf } from '../list/useExport.ts';
import type { RecordList } from '../list/useRecordList.ts';
import { pages } from '../pages.ts';
import { type BulkAction, BulkBar } from './BulkBar.tsx';
import { BulkDialog } from './BulkDialog.tsx';

/** How many of the selected websites the delete dialog names. */
const maxNamed = 100;

/** How many of the selected websites each connection has; undefined if there is only one. */
const splitText = (batches: readonly Batch[]): string | undefined =>
  batches.length < 2
    ? undefined
    : batches.map(({ part, rows }) => `${isolated(part.name)}: ${numberText(rows.length)}`).join(' · ');

/** Changes to many websites at once, a job for each account. The worker runs them, so this page may be closed meanwhile. */
export function Bulk({ list }: { list: RecordList }) {
  const { send } = list;
  const { jobs = [], now, rateLimitOf } = useJobs('changes');
  const { start, busy, problem, renew } = useStartJob(list.parts[0]?.service.account ?? '');
  const [action, setAction] = useState<BulkAction>();
  const { state, parts } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else of the list is looked at
  const batches = useMemo(() => batchesOf(state, parts), [state.rows, state.selection, parts]);
  const shown = shownRows(state);
  const notShown = useMemo(
    () => state.selection.size - shown.filter(({ key }) => state.selection.has(key)).length,
    [shown, state.selection],
  );
  // The bar and its dialogs go once nothing is selected, a job's card once it is dismissed.
  const view = useFocusWithin<HTMLDivElement>(focusStop);
  const count = batches.reduce((sum, { rows }) => sum + rows.length, 0);
  const split = splitText(batches);

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
    for (const { part, rows } of batches) {
      const { account } = part.service;
      const items = jobItems(await recordsOf('websites', rows), fields);
      const job = { kind, items, fields, speed: 'careful', ...(password ? { password } : {}) } as const;
      // A started batch is deselected, so that pressing again starts only the rest.
      if (items.length && !(await start(job, account))) return;
      send({ type: 'deselected', account });
    }
    close();
  };
  const names = () =>
    batches.flatMap(({ part, rows }) =>
      rows.slice(0, maxNamed).map(({ name }) => (split ? `${isolated(name)} (${isolated(part.name)})` : name)),
    );
  const onAccess = () => void pages.access(batches[0]?.part.service.url ?? '');
  return (
    <TraitsProvider value={sharedTraits(batches.map(({ part }) => part.connection))}>
      <div ref={view} class="bulk-place">
        <Jobs jobs={jobs} now={now} rateLimitOf={rateLimitOf} />
        {count > 0 && (
          <BulkBar
            count={count}
            notShown={notShown}
            split={split}
            onAction={open}
            onKeepShown={() => send({ type: 'kept-shown' })}
            onClear={() => send({ type: 'deselected' })}
          />
        )}
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
    </TraitsProvider>
  );
}
