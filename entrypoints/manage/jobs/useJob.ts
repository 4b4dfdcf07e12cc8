import { useCallback, useEffect, useState } from 'preact/hooks';
import { itemsOf, someItemsOf } from '@/lib/jobs/store.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';
import { toCsv } from '@/lib/util/csv.ts';
import { type ItemFilter, statesOf } from './JobTable.tsx';
import { itemTexts } from './jobTexts.ts';

/** A job's report as CSV: the outcome of every item with the service's reason, never a password. */
export async function reportCsv({ id, kind }: Job): Promise<string> {
  const rows = (await itemsOf(id)).map((item) => {
    const { text, detail } = itemTexts(kind, item);
    return [item.key, item.outcome ?? item.state, text, detail];
  });
  return toCsv(['domain', 'outcome', 'in_words', 'reason'], rows);
}

/** The actions on a job; their effect arrives through `watchJobs`. */
export const jobActions = (id: string) => ({
  onPause: () => void ask('jobs.pause', { id }),
  onResume: () => void ask('jobs.resume', { id }),
  onCancel: () => void ask('jobs.cancel', { id }),
  onRetry: (all: boolean, password: string | undefined) =>
    void ask('jobs.retry', { id, rest: all, ...(password ? { password } : {}) }),
  onDismiss: () => void ask('jobs.dismiss', { id }),
});

/** The visible items of a job. Only these are read from the store, again after every change. */
export function useItems(job: Job) {
  const [chosen, setChosen] = useState<ItemFilter>();
  const [view, setView] = useState({ first: 0, last: 0 });
  const [read, setRead] = useState<{ filter: ItemFilter; first: number; items: Item[] }>();
  const { id, counts, total } = job;
  const filter = chosen ?? (job.ended && counts.failed ? 'failed' : 'all');
  const version = JSON.stringify([counts, job.until]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with the items
  useEffect(() => {
    let current = true;
    const { first, last } = view;
    void someItemsOf(id, statesOf[filter], first, last - first + 1).then(
      (items) => current && setRead({ filter, first, items }),
      // The store cannot be read now: keep the items read before.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [id, filter, view, version]);

  const onWindow = useCallback((first: number, last: number) => setView({ first, last }), []);
  const count = statesOf[filter]?.reduce((sum, state) => sum + counts[state], 0) ?? total;
  const itemAt = (index: number) => (read?.filter === filter ? read.items[index - read.first] : undefined);
  return { filter, onFilter: setChosen, count, itemAt, onWindow };
}

interface Shown {
  text: string;
  count: number;
  copied: boolean;
}

/** A job's generated passwords: copied and shown on request; the worker erases them once they were copied. */
export function usePasswords(id: string) {
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState<Problem>();

  /** They are in the clipboard, so the worker may erase them. */
  const copied = (now: Shown) => {
    setShown({ ...now, copied: true });
    void ask('jobs.erasePasswords', { id, count: now.count });
  };
  const take = async () => {
    const answer = await ask('jobs.passwords', { id });
    const found = answer.ok ? answer.value : [];
    // Never replaces what the clipboard holds by nothing.
    setProblem(answer.ok ? (found.length ? undefined : { kind: 'setup', code: 'fault' }) : answer.problem);
    if (!found.length) return;
    const text = found.map(({ key, password }) => `${key}\t${password}`).join('\n');
    const now = { text, count: found.length, copied: false };
    await navigator.clipboard.writeText(text).then(
      () => copied(now),
      () => setShown(now),
    );
  };
  return {
    shown,
    problem,
    take,
    onCopied: () => shown && !shown.copied && copied(shown),
    onClose: () => setShown(undefined),
  };
}
