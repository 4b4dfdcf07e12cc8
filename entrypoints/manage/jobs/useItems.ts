import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Item, Job } from '@/lib/jobs/state.ts';
import { someItemsOf } from '@/lib/jobs/store.ts';
import { type ItemFilter, statesOf } from './JobTable.tsx';

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
