import type { Visits } from '../../audit/look.ts';
import { type Before, type Heard, lookWithVisits, nextQuestion, type OpenSite } from '../../audit/visits.ts';
import { waitsUntil } from '../../jobs/state.ts';
import { itemsOf } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { writeJob } from '../../jobs/write.ts';
import { concernsOneRequest } from '../../services/hits.ts';
import { ApiError, type Hits, type InputOf, type ProblemKind } from '../../services/index.ts';
import { nextUnaskedAt } from '../../services/rateLimit.ts';
import { ageOf } from '../../util/moments.ts';
import { afterPersons } from '../persons.ts';
import { rateLimitOf } from '../rateLimits.ts';
import { request } from '../request.ts';
import { keepResult } from './keep.ts';
import { changedNow, examined, knownBefore, withLook } from './visits.ts';

const minute = 60_000;
/**
 * How long to wait after the first, second and third failed request in a row (milliseconds). After a fourth, no more
 * visits are requested.
 */
const pauses = [minute, 3 * minute, 10 * minute];
/** The kinds of problem that may pass without a person's help, so that a later request may succeed. */
const passingProblems: ReadonlySet<ProblemKind> = new Set(['busy', 'server', 'network', 'timeout']);
/** After this many answers in a row without any visits data, no more visits are requested. */
const maxUntold = 10;
/**
 * How long after the service has reported a website's record Waymark is sure that the website exists (milliseconds).
 * Later, a request for the visits also checks this.
 */
const shownFor = 15 * minute;
/**
 * How long after a page was examined its site's visits may be requested (milliseconds). Later, the page may have
 * changed.
 */
const lookLasts = 24 * 60 * minute;
/** How long visits are requested before the answers so far are stored (milliseconds). */
const turn = 20_000;

interface Hearing extends Heard {
  weeks: Map<string, number | undefined>;
  lasts: Map<string, number | null | undefined>;
  isOfAll: boolean;
  untold: number;
}

/**
 * The service's answers about visits so far, by audit id. They are removed when the audit's requests end. After a
 * restart, the worker requests again what was not stored.
 */
const hearings = new Map<string, Hearing>();

const hearingOf = (id: string): Hearing => {
  const hearing = hearings.get(id) ?? { weeks: new Map(), lasts: new Map(), isOfAll: false, untold: 0 };
  hearings.set(id, hearing);
  return hearing;
};

type Question = InputOf<'websites.hits'>;

function noteAnswer(hearing: Hearing, ask: Question, answer: readonly Hits[]): void {
  const told = ask.last ? hearing.lasts : hearing.weeks;
  for (const one of answer) (told as Map<string, unknown>).set(one.id, ask.last ? one.last : one.week);
  // If a request runs out of time, its answer lacks some websites, which are requested again. If it lacks all requested
  // websites, the request counts as failed.
  if (!ask.ids.some((id) => told.has(id))) throw new ApiError({ kind: 'timeout' });
  hearing.isOfAll ||= !ask.last && answer.some(({ id }) => !ask.ids.includes(id));
  const isTold = answer.some(({ week, last }) => week !== undefined || last !== undefined);
  hearing.untold = isTold ? 0 : hearing.untold + 1;
}

const isOpen = ({ look, id, sent = 0 }: Item): boolean =>
  !!look && !look.visits && !!id && ageOf(sent, Date.now()) < lookLasts;

/**
 * Adds visits to an audit's items, and stores the items. `found`: the visits, by the index of the item. `before`:
 * returns what was known about an item's site before this audit.
 */
async function store(job: Job, found: ReadonlyMap<number, Visits>, before: (item: Item) => Before): Promise<void> {
  if (!found.size) return;
  await writeJob(job.id, examined, (stored, items) => ({
    job: changedNow({ ...stored, troubles: 0 }),
    items: items.flatMap((item) => {
      const [visits, look] = [found.get(item.at), item.look];
      return visits && look && !look.visits ? [withLook(item, lookWithVisits(look, visits, before(item)))] : [];
    }),
  }));
}

/**
 * Stores an audit's present result for later comparison, and ends its requests for visits. They do not end if `had`
 * (the positions of the items whose visits were to be requested) is given and a person has opened another site
 * meanwhile. Resolves to when to call `askVisits` again: at once if the requests go on, otherwise never (infinity).
 */
async function finish(job: Job, had?: ReadonlySet<number>): Promise<number> {
  hearings.delete(job.id);
  await keepResult(job, await itemsOf(job.id)).catch(() => {});
  const written = await writeJob(job.id, examined, (stored, items) => {
    const { asksVisits: _, isRepeat: __, until: ___, late: ____, ...ended } = stored;
    const isMore = had && items.some((item) => isOpen(item) && !had.has(item.at));
    return { job: isMore ? stored : changedNow({ ...ended, troubles: 0 }), items: [] };
  });
  return written?.asksVisits ? Date.now() : Number.POSITIVE_INFINITY;
}

/** A failed request for the visits of these websites. */
interface Failure {
  failed: ProblemKind;
  ids: readonly string[];
}

/**
 * Makes an audit wait after a failed request for visits (see `pauses`), or ends its requests if waiting is no use.
 * `failures`: how many requests have failed in a row. Stores the wait, because the runner may be woken before it is
 * over. Resolves to the end of the wait (milliseconds since 1970) or, if the requests end, as `finish` does.
 */
async function pauseAfter({ failed, ids }: Failure, job: Job, failures: number): Promise<number> {
  const pause = passingProblems.has(failed) ? pauses[failures - 1] : undefined;
  if (pause === undefined) return finish(job);
  const since = Date.now();
  const until = since + pause;
  await writeJob(job.id, [], (now) => ({
    job: { ...now, troubles: failures, since, until, late: [...(now.late ?? []), ...ids] },
    items: [],
  }));
  return until;
}

/**
 * Returns when the requests for visits may continue (milliseconds since 1970), or undefined if no pause is needed.
 * `begun`: when the requests began (by the monotonic clock). Once they have taken `turn` milliseconds, returns the
 * present time, so that the caller stores the answers before continuing.
 */
async function dueAt(serviceUrl: string, begun: number): Promise<number | undefined> {
  const from = nextUnaskedAt(await rateLimitOf(serviceUrl), Date.now());
  if (from > Date.now()) return from;
  return performance.now() - begun > turn ? Date.now() : undefined;
}

/**
 * Sends one request for visits. Resolves to undefined after an answer, otherwise to the kind of problem. A problem with
 * only this request (see `concernsOneRequest`) counts as an answer without visits.
 */
async function put({ account, serviceUrl }: Job, hearing: Hearing, ask: Question): Promise<ProblemKind | undefined> {
  await afterPersons(serviceUrl);
  try {
    noteAnswer(hearing, ask, await request('websites.hits', ask, { account, unasked: true }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!concernsOneRequest(error.problem)) return error.problem.kind;
    noteAnswer(
      hearing,
      ask,
      ask.ids.map((id) => ({ id })),
    );
  }
  return undefined;
}

const heardOf = ({ weeks, lasts }: Hearing, id: string): Visits => {
  const [week, last] = [weeks.get(id), lasts.get(id)];
  return { at: Date.now(), ...(last === undefined ? {} : { last }), ...(week === undefined ? {} : { week }) };
};

type Stop = { due: number } | Failure;

/**
 * Requests visits until no more may be requested for now, and adds them to the map `found`. Resolves to the reason for
 * stopping, or to undefined if nothing is left to request.
 */
async function hear(job: Job, open: readonly OpenSite[], found: Map<number, Visits>): Promise<Stop | undefined> {
  const hearing = hearingOf(job.id);
  const begun = performance.now();
  const late = new Set(job.late);
  const isLate = ({ id }: OpenSite) => Number(late.has(id));
  let left: readonly OpenSite[] = open.toSorted((a, b) => isLate(a) - isLate(b));
  for (;;) {
    const { settled, ask } = nextQuestion(left, hearing);
    for (const { at, id } of settled) found.set(at, heardOf(hearing, id));
    left = left.filter(({ at }) => !found.has(at));
    if (!ask || hearing.untold >= maxUntold) return undefined;
    const due = await dueAt(job.serviceUrl, begun);
    if (due !== undefined) return { due };
    const failed = await put(job, hearing, ask);
    if (failed) return { failed, ids: ask.ids };
  }
}

/**
 * Requests the visits of the sites that an ended audit has examined, and stores them. Sends the requests slowly,
 * because nobody waits for them. If a site's visits cannot be found out, its result depends on its page alone. Resolves
 * to when to call this again (milliseconds since 1970), or to infinity if everything is done.
 */
export async function askVisits(job: Job): Promise<number> {
  const pausedUntil = waitsUntil(job, 0, Date.now());
  if (pausedUntil > Date.now()) return pausedUntil;
  const items = (await itemsOf(job.id)).filter(isOpen);
  const before = await knownBefore(job, items);
  const open = items.map((item): OpenSite => {
    const { at, id = '', look } = item;
    const isShown = ageOf(before(item).reported ?? 0, Date.now()) < shownFor;
    return { at, id, state: look?.state ?? 'unsure', isShown };
  });
  const found = new Map<number, Visits>();
  const stop = await hear(job, open, found);
  await store(job, found, before);
  if (!stop) return finish(job, new Set(open.map(({ at }) => at)));
  return 'due' in stop ? stop.due : pauseAfter(stop, job, (found.size ? 0 : job.troubles) + 1);
}
