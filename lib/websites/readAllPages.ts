import type { ListOutput, Problem } from '../services/index.ts';

type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export interface Walk<T> {
  list: (cursor: string | undefined) => Promise<Answer<ListOutput<T>>>;
  /** Waits this many seconds, or less when the walk is cancelled. */
  wait: (seconds: number) => Promise<void>;
  signal: AbortSignal;
  /** Told after every page: its records, how many so far, and of how many where the service says so. */
  onPage: (items: T[], soFar: number, total: number | undefined) => void;
}

export type Walked = { ok: true; complete: boolean } | { ok: false; problem: Problem };

/** More pages than this are taken for a service that pages in a circle. */
const mostPages = 2_000;
const mostWaits = 20;

/** One page; waits and asks again where the service has too much to do. */
async function patiently<T>(
  { list, wait, signal }: Walk<T>,
  cursor: string | undefined,
): Promise<Answer<ListOutput<T>>> {
  for (let waits = 0; ; waits++) {
    const answer = await list(cursor);
    if (signal.aborted) return { ok: false, problem: { kind: 'cancelled' } };
    if (answer.ok || answer.problem.kind !== 'busy' || waits === mostWaits) return answer;
    await wait(answer.problem.retryAfter ?? 5);
  }
}

/**
 * Reads a list from its first page to its last, one request at a time, waiting where the service asks for it.
 * `complete` is false where a page says that there is more and gives no way on, or where pages come again.
 */
export async function walk<T>(given: Walk<T>): Promise<Walked> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  let soFar = 0;
  for (let page = 0; page < mostPages; page++) {
    const answer = await patiently(given, cursor);
    if (!answer.ok) return answer;
    const { items, total, more, next } = answer.value;
    const first = JSON.stringify(items[0]);
    const isNew = items.length > 0 && !seen.has(first);
    if (isNew) {
      seen.add(first);
      soFar += items.length;
      given.onPage(items, soFar, total);
    }
    if (!more || !next || !isNew) return { ok: true, complete: !more };
    cursor = next;
  }
  return { ok: true, complete: false };
}
