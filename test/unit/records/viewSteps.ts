import type { SlimRow } from '@/lib/records/slim.ts';
import { filtered, ordered, type View, type ViewQuery } from '@/lib/records/view.ts';

/** Like `filtered`, for rows in any order. */
export function* view<T extends SlimRow>(rows: readonly T[], query: ViewQuery): Generator<undefined, View<T>> {
  return yield* filtered(yield* ordered(rows, query), query);
}
