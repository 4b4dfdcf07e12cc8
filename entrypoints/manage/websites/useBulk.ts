import { useState } from 'preact/hooks';
import { useRead } from '@/components/useWatched.ts';
import { whyUnread } from '@/lib/messages/stored.ts';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import type { FlagField } from '@/lib/services/websiteFields.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { type BulkChange, jobItems } from '@/lib/websites/selection.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import type { Batch } from '../list/select.ts';
import { recordsOf } from '../list/useExport.ts';
import { useRuns } from '../useRuns.ts';

export type BulkAction = 'privacy' | FlagField | 'delete';

/** Resolves to the records of selected rows. Leaves out websites that were removed, replaced or locked. */
const standing = async (rows: readonly SlimRow[]): Promise<Website[]> =>
  (await recordsOf('websites', rows)).flatMap(({ row, record }) =>
    !record.locked && record.domain === domainOf(row) ? record : [],
  );

interface BulkCallbacks {
  onStarted: (account: string) => void;
  onClose: () => void;
  say: (text: string) => void;
}

/**
 * Provides an open dialog that changes or deletes websites. `selected`: the websites by connection when the dialog
 * opened.
 */
export function useBulk(action: BulkAction, selected: readonly Batch[], { onStarted, onClose, say }: BulkCallbacks) {
  const job = useStartJob();
  const [batches, setBatches] = useState(selected);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const runs = useRuns();
  // The latest known records of the websites. If they cannot be read, starting the change will report the problem.
  const websites = useRead(
    async () =>
      action === 'delete' ? undefined : (await Promise.all(selected.map(({ rows }) => standing(rows)))).flat(),
    [],
  );

  /**
   * Starts the job of a batch. Resolves to how many selected websites the job leaves out because they were removed,
   * replaced or locked after they were selected. Resolves to a problem if the websites could not be read, and to
   * undefined if the job could not start or the dialog was closed.
   */
  const startOne = async ({ part, rows }: Batch, { fields, password }: BulkChange, signal: AbortSignal) => {
    const found = await standing(rows).catch(whyUnread);
    if (signal.aborted) return undefined;
    if (!Array.isArray(found)) return found;
    const items = jobItems(found);
    const { account } = part.service;
    const kind = action === 'delete' ? 'delete' : 'update';
    const input = { kind, items, fields, speed: 'careful', ...(password ? { password } : {}) } as const;
    if (items.length && !(await job.start(input, account))) return undefined;
    onStarted(account);
    return rows.length - items.length;
  };
  const apply = async (change: BulkChange) => {
    if (busy) return;
    // Aborted when the dialog closes, so that no further job is started.
    const signal = runs.begin();
    setBusy(true);
    setProblem(undefined);
    let [rest, leftOut] = [batches, 0];
    for (const batch of batches) {
      const end = await startOne(batch, change, signal);
      if (typeof end === 'number') [rest, leftOut] = [rest.slice(1), leftOut + end];
      else {
        setProblem(end);
        break;
      }
    }
    setBusy(false);
    if (leftOut) say(t('manage.left_out', { count: numberText(leftOut) }));
    // A started batch is removed from the dialog, so that pressing again starts only the remaining ones.
    setBatches(rest);
    if (!rest.length && !signal.aborted) onClose();
  };
  return { batches, websites, busy, problem: problem ?? job.problem, apply };
}
