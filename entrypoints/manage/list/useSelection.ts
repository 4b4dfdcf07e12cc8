import { useCallback, useRef, useState } from 'preact/hooks';
import type { Row } from '@/lib/websites/rows.ts';
import { range, type Selection, select } from '@/lib/websites/selection.ts';

/** The selected records. `rows`: those listed that can be selected. */
export function useSelection<T>(rows: readonly Row<T>[]) {
  const [selection, setSelection] = useState<Selection<T>>(new Map());
  const last = useRef<string>(undefined);
  const shown = useRef(rows);
  shown.current = rows;

  const toggle = useCallback((key: string, on: boolean, extend: boolean) => {
    const touched = range(shown.current, extend ? last.current : undefined, key);
    last.current = key;
    setSelection((before) => select(before, touched, on));
  }, []);
  const all = useCallback((on: boolean) => setSelection((before) => select(before, shown.current, on)), []);
  const drop = useCallback((key: string) => setSelection((before) => select(before, [{ key }] as never, false)), []);
  const clear = useCallback(() => setSelection(new Map()), []);
  return { selection, set: setSelection, toggle, all, drop, clear };
}
