import { useMemo, useState } from 'preact/hooks';
import { useGrid } from './useGridKeys.ts';

/** A line of a grouped table: the head of a group or, if it has a `row`, one of the group's rows. */
export interface Line<R, G> {
  key: string;
  group: G;
  rows: readonly R[];
  isOpen: boolean;
  row?: R;
}

export interface Groups<R, G> {
  order: readonly G[];
  groupOf: (row: R) => G;
  keyOf: (row: R) => string;
  /** Whether the person has nothing to do in a group. */
  isSettled: (group: G) => boolean;
}

/**
 * Returns the lines of a grouped table. Groups without anything to do are closed at first, unless there are no other
 * groups. `turned`: the groups that the person has opened or closed.
 */
export function grouped<R, G>(rows: readonly R[], groups: Groups<R, G>, turned: ReadonlySet<G>): Line<R, G>[] {
  const { order, groupOf, keyOf, isSettled } = groups;
  const found = Map.groupBy(rows, groupOf);
  const isAllSettled = [...found.keys()].every(isSettled);
  return order.flatMap((group) => {
    const rows = found.get(group);
    if (!rows) return [];
    const isClosedFirst = !isAllSettled && isSettled(group);
    // No row has this key, because neither hosts nor numbers begin with this word and a space.
    const head = { key: `group ${group}`, group, rows, isOpen: isClosedFirst === turned.has(group) };
    return [head, ...(head.isOpen ? rows.map((row) => ({ ...head, key: keyOf(row), row })) : [])];
  });
}

/** Provides the grid of a grouped table, and a function that opens or closes a group. */
export function useGroups<R, G>(rows: readonly R[], groups: Groups<R, G>) {
  const [turned, setTurned] = useState<ReadonlySet<G>>(new Set());
  const turn = (group: G) =>
    setTurned((before) => new Set(before.has(group) ? [...before].filter((one) => one !== group) : [...before, group]));
  return { grid: useGrid(useMemo(() => grouped(rows, groups, turned), [rows, groups, turned])), turn };
}
