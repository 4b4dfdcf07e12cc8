import type { SlimRow } from '@/lib/records/slim.ts';
import { filtered, ordered, type View, type ViewQuery } from '@/lib/records/view.ts';

/** Drives a generator to its end in one go. */
export function ended<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Like `filtered`, for rows in any order. */
export function* view<T extends SlimRow>(rows: readonly T[], query: ViewQuery): Generator<undefined, View<T>> {
  return yield* filtered(yield* ordered(rows, query), query);
}
