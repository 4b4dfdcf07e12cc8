import type { Problem } from './errors.ts';
import type { Incomplete, Listing, ListOutput } from './types.ts';

/** What tells the records of a list apart: a website's id and domain, a project's name. */
interface Named {
  id?: string;
  domain?: string;
  project?: string;
}

export type PageAnswer<T> = { ok: true; value: ListOutput<T> } | { ok: false; problem: Problem };

/** How far a reading has come: plain data, from which another reader, of another worker, goes on. */
export interface ReadPosition {
  /** The next page; none before the first. */
  cursor?: string;
  pages: number;
  /** Records so far, each counted once. */
  read: number;
  /** How many there are, where the service says so. */
  total?: number;
  /** What speaks already against this being the whole list. */
  why?: Incomplete;
  /** Records have come again, and may have pushed others aside. */
  repeats?: true;
  /** How often the next page was waited for, and how often it failed in passing. */
  waits?: number;
  failures?: number;
  /** The last page's records: those that come again on the next are known by these. */
  edge: string[];
}

export const start: ReadPosition = { pages: 0, read: 0, edge: [] };

export interface PageReader<T> {
  /** Asks for one page, the first where no cursor is given. */
  list(cursor: string | undefined): Promise<PageAnswer<T>>;
  /**
   * Waits, so many seconds, as the service asked or before another try; false: the reading ends with the problem.
   * Without it nothing is waited for. `place`: from where another reader would go on.
   */
  wait?(seconds: number, problem: Problem, place: ReadPosition): Promise<boolean>;
  /** Whether the next pages may be asked for while one is under way, asked before each; where left out, they are not. */
  mayHurry?(): boolean | Promise<boolean>;
  /** Ends the reading with kind `cancelled`. */
  signal?: AbortSignal;
  /** Told after every page: the records that had not come before, and how far it is. Awaited. */
  onPage?(items: T[], place: ReadPosition): unknown;
  /** Whether these new records are what was looked for: no more pages are read then. */
  until?(items: readonly T[]): boolean;
  /** Where to go on; from the beginning if left out. */
  from?: ReadPosition;
  /** The most pages that are read, those before `from` counted. */
  maxPages?: number;
  /** How often a page is asked for whose failure may pass (no connection, no answer in time, 5xx). */
  tries?: number;
}

/** A service with more pages than this is assumed to repeat them. */
const defaultMaxPages = 2_000;
const maxWaits = 20;
/** Requests under way at once where that is allowed. */
const inFlight = 3;
/** Where the service asks to wait and does not say how long; and between tries, times their number (seconds). */
const defaultWait = 30;
const retryDelay = 3;
const transient: ReadonlySet<Problem['kind']> = new Set(['network', 'timeout', 'server']);

const recordName = ({ domain, project }: Named) => domain ?? project;
const recordIdentity = (record: Named) => JSON.stringify([record.id, recordName(record)]);
const cancelledAnswer = { ok: false, problem: { kind: 'cancelled' } } as const;

const isPause = ({ kind, retryAfter }: Problem) => kind === 'busy' || (kind === 'server' && retryAfter !== undefined);

/** How long to wait before a page is asked for again (seconds); undefined: it is not. */
function waitAfter(problem: Problem, failures: number, tries: number): number | undefined {
  if (isPause(problem)) return problem.retryAfter ?? defaultWait;
  return transient.has(problem.kind) && failures < tries ? retryDelay * failures : undefined;
}

/** One page, asked for again where the service wants a pause or fails in passing. */
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
 * The cursors of the next pages, where pages are asked by number: as the last two cursors differ in one number alone, so
 * will the following ones. None beyond what the service counts.
 */
function nextCursors(before: string | undefined, { cursor, total, read }: ReadPosition, size: number): string[] {
  if (!before || !cursor || total === undefined || !size) return [];
  const parts = cursor.split(/(\d+)/);
  const old = before.split(/(\d+)/);
  const differing = parts.flatMap((part, index) => (part === old[index] ? [] : index));
  const [at = 0] = differing;
  const step = Number(parts[at]) - Number(old[at]);
  if (old.length !== parts.length || differing.length !== 1 || at % 2 === 0 || step <= 0) return [];
  const count = Math.min(inFlight, Math.ceil((total - read) / size));
  return Array.from({ length: Math.max(0, count) }, (_, ahead) =>
    parts.with(at, String(Number(parts[at]) + ahead * step)).join(''),
  );
}

/** Asks for pages before their turn; used only where the page before leads to that very cursor. A failure ends the hurry. */
function hurrying<T>({ list }: PageReader<T>) {
  const early = new Map<string | undefined, Promise<PageAnswer<T>>>();
  const take = async (cursor: string | undefined) => {
    const asked = early.get(cursor) ?? list(cursor);
    early.delete(cursor);
    const answer = await asked;
    if (!answer.ok) early.clear();
    return answer;
  };
  const ask = (cursors: readonly string[]) => {
    for (const cursor of cursors) if (!early.has(cursor)) early.set(cursor, list(cursor));
  };
  return { take, ask };
}

/** What a page adds, and what it says of the whole. */
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
    // A record that was deleted moves others past the reader.
    (shrank ? 'changed' : undefined);
  const counts = {
    pages: before.pages + 1,
    read: before.read + fresh.length,
    ...(total === undefined ? {} : { total }),
  };
  return { fresh, after: { ...counts, edge, ...(why ? { why } : {}), ...(repeats ? { repeats } : {}) } };
}

/** What speaks against a list that came to its end. */
function whyIncomplete({ why, total, read, repeats }: ReadPosition): Incomplete | undefined {
  if (why) return why;
  if (total !== undefined && read < total) return 'changed';
  // The count shows that none is missing after all.
  return repeats && read !== total ? 'repeats' : undefined;
}

/** Why a page that is not known to be the last is the last that is read all the same. */
function endReason<T>(
  { until, maxPages = defaultMaxPages }: PageReader<T>,
  page: ListOutput<T>,
  fresh: readonly T[],
  asked: ReadonlySet<string>,
  pages: number,
): Incomplete | undefined {
  if (until?.(fresh)) return 'stopped';
  if (!page.next || !page.items.length) return 'no-way-on';
  if (!fresh.length || asked.has(page.next)) return 'repeats';
  return pages >= maxPages ? 'too-many' : undefined;
}

/**
 * Reads a list page after page, one request at a time unless `mayHurry`, until its end, until what was looked for is found, or to a bound.
 * Each record is given once. `complete` only where the service proves by its own words that this was all, no row came
 * twice unexplained, none was unreadable, and the list did not move meanwhile as far as can be seen.
 * Never rejects unless a callback does: a page that cannot be read ends it with that page's problem; what came before
 * was told to `onPage`. After `from`, `items` are those that were read since.
 */
export async function readPages<T extends Named>(
  reader: PageReader<T>,
): Promise<{ ok: true; value: Listing<T> } | { ok: false; problem: Problem }> {
  let place = reader.from ?? start;
  const hurry = hurrying(reader);
  const seen = new Set(place.edge);
  const asked = new Set<string>();
  const items: T[] = [];
  const end = (why: Incomplete | undefined): { ok: true; value: Listing<T> } => ({
    ok: true,
    value: why ? { items, complete: false, why } : { items, complete: true },
  });
  for (;;) {
    if (place.cursor) asked.add(place.cursor);
    const answer = await readPageWithRetry({ ...reader, list: hurry.take }, place);
    if (!answer.ok) return answer;
    const { value: page } = answer;
    const { cursor: before } = place;
    const { fresh, after } = addPage(place, page, seen);
    place = page.next ? { ...after, cursor: page.next } : after;
    items.push(...fresh);
    await reader.onPage?.(fresh, place);
    if (!page.more) return end(whyIncomplete(place));
    const why = endReason(reader, page, fresh, asked, place.pages);
    if (why) return end(place.why ?? why);
    if (await reader.mayHurry?.()) hurry.ask(nextCursors(before, place, page.items.length));
  }
}
