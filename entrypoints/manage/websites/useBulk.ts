import { useState } from 'preact/hooks';
import { whyUnread } from '@/lib/messages/stored.ts';
import { domainOf } from '@/lib/records/slim.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import type { FlagField } from '@/lib/services/websiteFields.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { type BulkChange, jobItems } from '@/lib/websites/selection.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import type { Batch } from '../list/picked.ts';
import { storedRecords } from '../list/useExport.ts';
import { useRuns } from '../useRuns.ts';

export type BulkAction = 'privacy' | FlagField | 'delete';

/** The state of a dialog that changes the websites that were selected when it opened. */
interface Acting {
  action: BulkAction;
  /** The selected websites by connection, without those whose job has started. */
  batches: readonly Batch[];
  /** The stored websites when the dialog opened; undefined while they are being read, or if they cannot be read. */
  websites?: readonly Website[];
  busy: boolean;
  problem?: Problem | undefined;
  /** Aborted when the dialog closes, so that it starts no further job. */
  closed: AbortSignal;
}

/** Resolves to the stored records of a batch. Leaves out websites removed, replaced or locked since their selection. */
const standing = async ({ rows }: Batch): Promise<Website[]> =>
  (await storedRecords('websites', rows)).flatMap(({ row, record }) =>
    !record.locked && record.domain === domainOf(row) ? record : [],
  );

interface Ended {
  /** The batches that were not started. */
  rest: readonly Batch[];
  problem?: Problem;
  /** How many selected websites are not changed, because they were removed or replaced since. */
  leftOut: number;
}

type StartItems = (items: ReturnType<typeof jobItems>, account: string) => Promise<boolean>;

/** Starts the job of each batch in turn, until one cannot be started or the dialog is closed. */
async function startAll(batches: readonly Batch[], signal: AbortSignal, start: StartItems): Promise<Ended> {
  let leftOut = 0;
  for (const [at, batch] of batches.entries()) {
    const rest = batches.slice(at);
    const websites = await standing(batch).catch(whyUnread);
    if (signal.aborted) return { rest, leftOut };
    if (!Array.isArray(websites)) return { rest, leftOut, problem: websites };
    const items = jobItems(websites);
    leftOut += batch.rows.length - items.length;
    if (!(await start(items, batch.part.service.account))) return { rest, leftOut };
  }
  return { rest: [], leftOut };
}

/** Provides the dialog that changes the selected websites. `onStarted`: called when an account's job has started. */
export function useBulk(onStarted: (account: string) => void, say: (text: string) => void) {
  const { start, problem, renew } = useStartJob();
  const [acting, setActing] = useState<Acting>();
  const openings = useRuns();

  /**
   * Changes the dialog whose signal `closed` is `signal`, or closes it if `now` is undefined. Does nothing if that
   * dialog has been closed or replaced.
   */
  const change = (signal: AbortSignal, now: Partial<Acting> | undefined) =>
    setActing((shown) => (shown?.closed === signal ? now && { ...shown, ...now } : shown));
  const open = (action: BulkAction, batches: readonly Batch[]) => {
    // Each opening of the dialog starts its own jobs. Pressing the button of a dialog twice starts no job twice.
    renew();
    const signal = openings.begin();
    setActing({ action, batches, busy: false, closed: signal });
    if (action === 'delete') return;
    Promise.all(batches.map(standing)).then(
      (found) => change(signal, { websites: found.flat() }),
      // Starting the change will report the problem.
      () => {},
    );
  };
  const close = () => {
    openings.end();
    setActing(undefined);
  };
  const apply = async (kind: 'update' | 'delete', { fields, password }: BulkChange) => {
    if (!acting || acting.busy) return;
    const { batches, closed: signal } = acting;
    change(signal, { busy: true, problem: undefined });
    const ended = await startAll(batches, signal, async (items, account) => {
      const job = { kind, items, fields, speed: 'careful', ...(password ? { password } : {}) } as const;
      if (items.length && !(await start(job, account))) return false;
      onStarted(account);
      return true;
    });
    const { rest, leftOut } = ended;
    if (leftOut) say(t('manage.left_out', { count: numberText(leftOut) }));
    // A started batch is removed from the dialog, so that pressing again starts only the rest.
    change(signal, rest.length ? { batches: rest, busy: false, problem: ended.problem } : undefined);
  };
  return { acting: acting && { ...acting, problem: acting.problem ?? problem }, open, close, apply };
}
