import type { Problem } from './errors.ts';
import { isPause } from './limitHeaders.ts';
import type { Incomplete, Listing, ListOutput } from './types.ts';

/** The fields that identify a record: a website's id and domain, a project's name. */
interface Named {
  id?: string;
  domain?: string;
  project?: string;
}

export type PageAnswer<T> = { ok: true; value: ListOutput<T> } | { ok: false; problem: Problem };

/** The progress of a reading as plain data, from which a reader in another worker can continue. */
export interface ReadPosition {
  /** The cursor of the next page; left out before the first page. */
  cursor?: string;
  pages: number;
  /** The number of records so far, each counted once. */
  read: number;
  /** How many records the list has, if the service says so. */
  total?: number;
  /** Why the records are already known not to be the whole list. */
  why?: Incomplete;
  /** Whether records came again, so that others may have been skipped. */
  repeats?: true;
  /** How many times a wait for the next page was needed, and how many times that page failed temporarily. */
  waits?: number;
  failures?: number;
  /** The last page's records, to recognise those that come again on the next. */
  edge: string[];
}

export const start: ReadPosition = { pages: 0, read: 0, edge: [] };

export interface PageReader<T> {
  /** Requests one page; without a cursor, the first. */
  list(cursor: string | undefined): Promise<PageAnswer<T>>;
  /**
   * Waits before another try, or because the service asked for it. Resolves to whether to go on. If not, or if this
   * callback is left out, the reading ends with the problem. `place`: where another reader would continue.
   */
  wait?(seconds: number, problem: Problem, place: ReadPosition): Promise<boolean>;
  /** Ends the reading with kind `cancelled`. */
  signal?: AbortSignal;
  /** Called after every page with its new records and the progress. The reading waits for it. */
  onPage?(items: T[], place: ReadPosition): unknown;
  /** Whether the new records contain the wanted record; if so, no more pages are read. */
  until?(items: readonly T[]): boolean;
  /** Where to continue; if left out, from the beginning. */
  from?: ReadPosition;
  /** The maximum number of pages, including those before `from`. */
  maxPages?: number;
  /** How many times a page is requested if it fails temporarily (no connection, no answer in time, 5xx). */
  tries?: number;
}

/**
 * The maximum number of pages, unless the service's own count makes more. A service with even more pages is assumed to
 * repeat them.
 */
const defaultMaxPages = 2_000;
const sparePages = 10;
const boundOf = (total: number | undefined, size: number) =>
  Math.max(defaultMaxPages, total === undefined || !size ? 0 : Math.ceil(total / size) + sparePages);
const maxWaits = 20;
/**
 * In seconds. `defaultWait`: the wait if the service does not say how long. `retryDelay`: the wait after a failure,
 * multiplied by the number of failures.
 */
const defaultWait = 30;
const retryDelay = 3;
const transient: ReadonlySet<Problem['kind']> = new Set(['network', 'timeout', 'server']);

const recordName = ({ domain, project }: Named) => domain ?? project;
const recordIdentity = (record: Named) => JSON.stringify([record.id, recordName(record)]);
const cancelledAnswer = { ok: false, problem: { kind: 'cancelled' } } as const;

/** Returns how long to wait before a page is requested again (seconds), or undefined if it is not requested again. */
function waitAfter(problem: Problem, failures: number, tries: number): number | undefined {
  if (isPause(problem)) return problem.retryAfter ?? defaultWait;
  return transient.has(problem.kind) && failures < tries ? retryDelay * failures : undefined;
}

/** Requests one page, again if the service asks to wait or fails temporarily. */
async function readPageWithRetry<T>({ list, wait, signal, tries = 1 }: PageReader<T>, place: ReadPosition) {
  let { waits = 0, failures = 0 } = place;
  for (; !signal?.aborted; waits++) {
    const answer = await list(place.cursor);
    if (signal?.aborted) break;
    if (answer.ok) return answer;
    if (!isPause(answer.problem)) failures++;
    const seconds = waits < maxWaits ? waitAfter(answer.problem, failures, tries) : undefined;
    const goesOn =
      seconds !== undefined && (await wait?.(seconds, answer.problem, { ...place, waits: waits + 1, failures }));
    if (!goesOn && !signal?.aborted) return answer;
  }
  return cancelledAnswer;
}

/** Returns the new records of a page, and the progress after it with the page's evidence about the whole list. */
function addPage<T extends Named>(
  before: ReadPosition,
  page: ListOutput<T>,
  seen: Set<string>,
): { fresh: T[]; after: ReadPosition } {
  const fresh: T[] = [];
  const edge = page.items.map(recordIdentity);
  page.items.forEach((item, index) => {
    const key = edge[index] as string;
    if (!seen.has(key)) fresh.push(item);
    seen.add(key);
  });
  const total = page.total ?? before.total;
  const repeats = before.repeats ?? (before.pages > 0 && fresh.length < page.items.length ? true : undefined);
  const shrank = page.total !== undefined && before.total !== undefined && page.total < before.total;
  const why =
    before.why ??
    (page.unread || page.items.some((item) => !recordName(item)) ? 'unreadable-row' : undefined) ??
    // A deleted record moves others to pages that were already read.
    (shrank ? 'changed' : undefined);
  const counts = {
    pages: before.pages + 1,
    read: before.read + fresh.length,
    ...(total === undefined ? {} : { total }),
  };
  return { fresh, after: { ...counts, edge, ...(why ? { why } : {}), ...(repeats ? { repeats } : {}) } };
}

/** Returns why a list that was read to its end may still not be whole, or undefined if it is whole. */
function whyIncomplete({ why, total, read, repeats }: ReadPosition): Incomplete | undefined {
  if (why) return why;
  if (total !== undefined && read < total) return 'changed';
  // If the count is met, no record is missing after all.
  return repeats && read !== total ? 'repeats' : undefined;
}

/** Returns why reading stops after a page that may not be the last, or undefined if reading goes on. */
function endReason<T>(
  { until, maxPages }: PageReader<T>,
  page: ListOutput<T>,
  fresh: readonly T[],
  asked: ReadonlySet<string>,
  { pages, total }: ReadPosition,
): Incomplete | undefined {
  if (until?.(fresh)) return 'stopped';
  if (!page.next || !page.items.length) return 'no-way-on';
  if (!fresh.length || asked.has(page.next)) return 'repeats';
  return pages >= (maxPages ?? boundOf(total, page.items.length)) ? 'too-many' : undefined;
}

/**
 * Reads a list page by page, one request at a time. Ends with the list, when `until` is satisfied, or at a bound. Each record is returned once. `complete` only if the service itself says that this was the
 * whole list, no row came twice without explanation, no row was unreadable, and the list did not visibly change
 * meanwhile. Rejects only if a callback does. A page that cannot be read ends the reading with that page's problem,
 * after `onPage` was called for the pages before it. With `from`, `items` has only the records that were read after
 * that place.
 */
export async function readPages<T extends Named>(
  reader: PageReader<T>,
): Promise<{ ok: true; value: Listing<T> } | { ok: false; problem: Problem }> {
  let place = reader.from ?? start;
  const seen = new Set(place.edge);
  const asked = new Set<string>();
  const items: T[] = [];
  const end = (why: Incomplete | undefined): { ok: true; value: Listing<T> } => ({
    ok: true,
    value: why ? { items, complete: false, why } : { items, complete: true },
  });
  for (;;) {
    if (place.cursor) asked.add(place.cursor);
    const answer = await readPageWithRetry(reader, place);
    if (!answer.ok) return answer;
    const { value: page } = answer;
    const { fresh, after } = addPage(place, page, seen);
    place = page.next ? { ...after, cursor: page.next } : after;
    items.push(...fresh);
    await reader.onPage?.(fresh, place);
    if (!page.more) return end(whyIncomplete(place));
    const why = endReason(reader, page, fresh, asked, place);
    if (why) return end(place.why ?? why);
  }
}
