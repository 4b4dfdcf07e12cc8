import type { Problem } from './errors.ts';
import { isPause } from './limitHeaders.ts';
import type { Incomplete, Listing, ListOutput } from './types.ts';

/** The fields that identify a record: a website's id and domain, or a project's name. */
interface Named {
  id?: string;
  domain?: string;
  project?: string;
}

export type PageAnswer<T> = { ok: true; value: ListOutput<T> } | { ok: false; problem: Problem };

/** How far a list has been read. Plain data, so that another worker can continue. */
export interface ReadPosition {
  /** The cursor of the next page. Undefined before the first page and after the last. */
  cursor?: string;
  pages: number;
  /** How many records were read so far, each counted once. */
  read: number;
  /** How many records the list has, according to the service. */
  total?: number;
  /** Why the records read so far cannot be the whole list, if that is already known. */
  why?: Incomplete;
  /** Set if a page repeated records of an earlier page. Other records may then have been skipped. */
  repeats?: true;
  /**
   * About the request for the next page. `waits`: how many times it was delayed. `failures`: how many times it failed
   * for a temporary reason.
   */
  waits?: number;
  failures?: number;
  /** The identities of the records on the last page that was read. They tell whether the next page repeats records. */
  edge: string[];
}

/** The progress before the first page. */
export const start: ReadPosition = { pages: 0, read: 0, edge: [] };

/** The functions and limits with which a list is read. */
export interface PageReader<T> {
  /** Requests the page with a cursor or, without one, the first page. */
  list(cursor: string | undefined): Promise<PageAnswer<T>>;
  /**
   * Waits before a page is requested again. `problem`: why its last request failed. `place`: where another worker could
   * continue. Resolves to false if the reading must end with `problem`. Without this function, no page is requested
   * again.
   */
  wait?(seconds: number, problem: Problem, place: ReadPosition): Promise<boolean>;
  /** Cancels the reading, which then ends with kind `cancelled`. */
  signal?: AbortSignal;
  /** Called after every page with its new records and the progress. The reading continues when the promise resolves. */
  onPage?(items: T[], place: ReadPosition): unknown;
  /** Whether the caller wants no more pages, because these new records contain what it looks for. */
  until?(items: readonly T[]): boolean;
  /** Where to continue. Undefined means the beginning of the list. */
  from?: ReadPosition;
  /** The greatest number of pages to read, including those before `from`. */
  maxPages?: number;
  /**
   * How many failed requests for one page end the reading. Counts temporary failures: no connection, no answer in time,
   * or a failure of the service (kind `server`). The default is 1.
   */
  tries?: number;
}

/**
 * The usual limit on the number of pages. A longer list is read to the end that it states, and at most `sparePages`
 * pages beyond. After that, the service is assumed to repeat its pages.
 */
const defaultMaxPages = 2_000;
const sparePages = 10;
const boundOf = (total: number | undefined, size: number) =>
  Math.max(defaultMaxPages, total === undefined || !size ? 0 : Math.ceil(total / size) + sparePages);
const maxWaits = 20;
/**
 * `defaultWait`: the wait if the service asks for one without stating a time (seconds). `retryDelay`: the wait after a
 * failure, multiplied by the number of failures so far (seconds).
 */
const defaultWait = 30;
const retryDelay = 3;
const transient: ReadonlySet<Problem['kind']> = new Set(['network', 'timeout', 'server']);

const recordName = ({ domain, project }: Named) => domain ?? project;
const recordIdentity = (record: Named) => JSON.stringify([record.id, recordName(record)]);
const cancelledAnswer = { ok: false, problem: { kind: 'cancelled' } } as const;

/** Returns how long to wait before a page is requested again (seconds), or undefined if it must not be. */
function waitAfter(problem: Problem, failures: number, tries: number): number | undefined {
  if (isPause(problem)) return problem.retryAfter ?? defaultWait;
  return transient.has(problem.kind) && failures < tries ? retryDelay * failures : undefined;
}

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

/**
 * Returns how many records the list has, as the page states it. Undefined if the page states no number, or only the
 * number of its own records, as some services do.
 */
const statedTotal = ({ pages }: ReadPosition, { items, total, more }: ListOutput<unknown>) =>
  total === items.length && (more || pages) ? undefined : total;

/**
 * Returns a page's new records (`fresh`), and the progress after this page, with any sign that the list is incomplete.
 */
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
  const stated = statedTotal(before, page);
  const total = stated ?? before.total;
  const repeats = before.repeats ?? (before.pages > 0 && fresh.length < page.items.length ? true : undefined);
  const shrank = stated !== undefined && before.total !== undefined && stated < before.total;
  const why =
    before.why ??
    (page.unread || page.items.some((item) => !recordName(item)) ? 'unreadable-row' : undefined) ??
    // A smaller total means that a record was deleted. Others may then have moved to pages that were already read.
    (shrank ? 'changed' : undefined);
  const counts = {
    pages: before.pages + 1,
    read: before.read + fresh.length,
    ...(total === undefined ? {} : { total }),
  };
  return { fresh, after: { ...counts, edge, ...(why ? { why } : {}), ...(repeats ? { repeats } : {}) } };
}

/** Returns why records may be missing although the list was read to its end; undefined if it is complete. */
function whyIncomplete({ why, total, read, repeats }: ReadPosition): Incomplete | undefined {
  if (why) return why;
  if (total !== undefined && read < total) return 'changed';
  // Repeated records do not matter if the number of different records equals the number that the service states.
  return repeats && read !== total ? 'repeats' : undefined;
}

/** Returns why reading must stop although more pages follow; undefined if it goes on. */
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
 * Reads a list page by page, one request at a time, until the list ends, `until` returns true, or a limit is reached.
 * Returns each record once. With `from`, returns only the records after that position. The result is `complete` if the
 * list was read to its end without any sign of a missing record (see `whyIncomplete`). Resolves to the problem if a
 * page cannot be read or the reading is cancelled. Rejects only if a callback does.
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
