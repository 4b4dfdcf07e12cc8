import { useCallback, useRef, useState } from 'preact/hooks';
import type { Website } from '@/lib/services/index.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { range, type Selection, select } from '@/lib/websites/selection.ts';

/** The selected websites. `rows`: those listed that can be selected. */
export function useSelection(rows: readonly Row<Website>[]) {
  const [selection, setSelection] = useState<Selection<Row<Website>>>(new Map());
  const last = useRef<string>(undefined);
  const shown = useRef(rows);
  shown.current = rows;

  const toggle = useCallback((key: string, on: boolean, extend: boolean) => {
    const touched = range(shown.current, extend ? last.current : undefined, key);
    last.current = key;
    setSelection((before) =>
      select(
        before,
        touched.map((row) => ({ key: row.key, record: row })),
        on,
      ),
    );
  }, []);
  const all = useCallback((on: boolean) => {
    setSelection((before) =>
      select(
        before,
        shown.current.map((row) => ({ key: row.key, record: row })),
        on,
      ),
    );
  }, []);
  const drop = useCallback((key: string) => setSelection((before) => select(before, [{ key }] as never, false)), []);
  const clear = useCallback(() => setSelection(new Map()), []);
  return { selection, toggle, all, drop, clear };
}
