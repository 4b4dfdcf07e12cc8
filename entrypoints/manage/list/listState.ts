import type { Problem } from '@/lib/services/index.ts';
import type { ChangeElsewhere } from '@/lib/websites/rows.ts';

export interface ListState<T> {
  state: 'loading' | 'refreshing' | 'ready' | 'problem';
  items: T[];
  total?: number;
  more: boolean;
  next?: string;
  unread?: number;
  problem?: Problem;
  /** How many records come before these. */
  from: number;
  /** Changes with every page that is shown. */
  load: number | string;
  /** When the service listed these (milliseconds since 1970). */
  at: number;
  /** How many records the answer had, whatever has come or gone since: the next page begins after these. */
  read?: number;
  /** Records were removed since, so that others have moved up to this page, if the service counts its pages. */
  isShort?: true;
  /** Every listed record was removed; there may be others before or after them. */
  isEmptied?: true;
  /** A deletion was under way as these were listed: whether they count its record is not known. */
  isUnsettled?: true;
  /** How many there are cannot be told from what was listed, even if no more follow. */
  isUncounted?: true;
}

export interface ListChange<T> {
  /** The listed records afterwards; the same array if none of them is affected. */
  of(items: T[]): T[];
  /** What it means if the record is not among them. */
  elsewhere?: ChangeElsewhere | undefined;
}

function changedElsewhere<T>(list: ListState<T>, { by, movesUp }: ChangeElsewhere): ListState<T> {
  const { total, ...rest } = list;
  const short = movesUp ? { isShort: true as const } : {};
  const isCounted = by !== undefined && !(by < 0 && list.isUnsettled);
  if (total === undefined || !isCounted) return { ...rest, ...short, isUncounted: true };
  const now = total + by;
  // The listed ones are still there, so fewer may come before them.
  const from = Math.min(list.from, Math.max(0, now - list.items.length));
  return { ...rest, ...short, total: now, from };
}

/** The list after a change to its records, or to one of another page; the same if neither is affected. */
export function changedList<T>(list: ListState<T>, { of, elsewhere }: ListChange<T>): ListState<T> {
  const items = of(list.items);
  if (items === list.items) return elsewhere ? changedElsewhere(list, elsewhere) : list;
  const by = items.length - list.items.length;
  const emptied = items.length ? {} : { isEmptied: true as const };
  const short = by < 0 ? { isShort: true as const } : {};
  return { ...list, items, ...emptied, ...short, ...(list.total === undefined ? {} : { total: list.total + by }) };
}

/** An answer after a change since it was asked for: whether it counts a record that it does not list is not known. */
export const changedAnswer = <T>(list: ListState<T>, { of, elsewhere }: ListChange<T>): ListState<T> =>
  changedList(list, { of, elsewhere: elsewhere && { ...elsewhere, by: undefined } });
