import { useCallback, useEffect, useState } from 'preact/hooks';
import { type ItemFilter, statesOf } from '@/entrypoints/manage/addMany/JobTable.tsx';
import type { Item, Job } from '@/lib/jobs/state.ts';
import { itemsAt, placesOf } from '@/lib/jobs/store.ts';

/** The items of a job that are on the screen; only these are read, and again whenever something has changed. */
export function useItems(job: Job) {
  const [filter, setFilter] = useState<ItemFilter>('all');
  const [places, setPlaces] = useState<number[]>();
  const [view, setView] = useState({ first: 0, last: 0 });
  const [items, setItems] = useState<ReadonlyMap<number, Item>>(new Map());
  const { id } = job;
  const version = JSON.stringify([job.counts, job.until]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is where changes with every version
  useEffect(() => {
    if (filter === 'all') return setPlaces(undefined);
    let current = true;
    void placesOf(id, statesOf[filter]).then((found) => current && setPlaces(found));
    return () => {
      current = false;
    };
  }, [id, filter, version]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what became of them changes with every version
  useEffect(() => {
    let current = true;
    const all = Array.from({ length: view.last - view.first + 1 }, (_, offset) => view.first + offset);
    const wanted = places ? all.flatMap((index) => places[index] ?? []) : all;
    void itemsAt(id, wanted).then((found) => current && setItems(new Map(found.map((item) => [item.at, item]))));
    return () => {
      current = false;
    };
  }, [id, places, view, version]);

  const onWindow = useCallback((first: number, last: number) => setView({ first, last }), []);
  const count = filter === 'all' ? job.total : (places?.length ?? 0);
  const itemAt = (index: number) => items.get(places ? (places[index] ?? -1) : index);
  return { filter, setFilter, count, itemAt, onWindow };
}
