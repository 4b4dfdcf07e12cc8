import { useCallback, useEffect, useState } from 'preact/hooks';
import { itemsOf, someItemsOf } from '@/lib/jobs/store.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';
import { toCsv } from '@/lib/util/csv.ts';
import { type ItemFilter, statesOf } from './JobTable.tsx';
import { itemTexts } from './jobTexts.ts';

/** A job's report as CSV: what became of every site, with the service's reason. No password is in it. */
export async function reportCsv({ id, kind }: Job): Promise<string> {
  const rows = (await itemsOf(id)).map((item) => {
    const { text, detail } = itemTexts(kind, item);
    return [item.key, item.outcome ?? item.state, text, detail];
  });
  return toCsv(['domain', 'outcome', 'in_words', 'reason'], rows);
}

/** What a person can ask of a job; how it stands then is seen by watching it. */
export const jobActions = (id: string) => ({
  onPause: () => void ask('jobs.pause', { id }),
  onResume: () => void ask('jobs.resume', { id }),
  onCancel: () => void ask('jobs.cancel', { id }),
  onRetry: (all: boolean, password: string | undefined) =>
    void ask('jobs.retry', { id, rest: all, ...(password ? { password } : {}) }),
  onDismiss: () => void ask('jobs.dismiss', { id }),
});

/** The items of a job that are on the screen; only these are read, and again whenever something has changed. */
export function useItems(job: Job) {
  const [filter, setFilter] = useState<ItemFilter>('all');
  const [view, setView] = useState({ first: 0, last: 0 });
  const [read, setRead] = useState<{ filter: ItemFilter; first: number; items: Item[] }>();
  const { id, counts, total } = job;
  const version = JSON.stringify([counts, job.until]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what became of them changes with every version
  useEffect(() => {
    let current = true;
    const { first, last } = view;
    void someItemsOf(id, statesOf[filter], first, last - first + 1).then(
      (items) => current && setRead({ filter, first, items }),
      // A store that cannot be read now: what was read stays.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [id, filter, view, version]);

  const onWindow = useCallback((first: number, last: number) => setView({ first, last }), []);
  const count = statesOf[filter]?.reduce((sum, state) => sum + counts[state], 0) ?? total;
  const itemAt = (index: number) => (read?.filter === filter ? read.items[index - read.first] : undefined);
  return { filter, onFilter: setFilter, count, itemAt, onWindow };
}

interface Shown {
  text: string;
  count: number;
  copied: boolean;
}

/** The passwords that a job has generated: copied and shown once, kept by the worker until they were copied. */
export function usePasswords(id: string) {
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState<Problem>();

  /** The worker may forget them: they are in the clipboard. */
  const copied = (now: Shown) => {
    setShown({ ...now, copied: true });
    void ask('jobs.erasePasswords', { id, count: now.count });
  };
  const take = async () => {
    const answer = await ask('jobs.passwords', { id });
    const found = answer.ok ? answer.value : [];
    // Nothing is never copied: what the clipboard holds is worth more.
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
