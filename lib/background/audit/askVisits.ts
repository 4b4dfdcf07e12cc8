import { foundBy, isOwn } from '../../audit/history.ts';
import type { Visits } from '../../audit/look.ts';
import { type Before, type Heard, nextQuestion, type OpenSite, withVisits } from '../../audit/visits.ts';
import { itemsOf } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { writeJob } from '../../jobs/write.ts';
import { ApiError, type Hits, type InputOf, type ProblemKind } from '../../services/index.ts';
import { nextUnaskedAt } from '../../services/rateLimit.ts';
import { ageOf } from '../../util/moments.ts';
import { afterPersons } from '../persons.ts';
import { rateLimitOf } from '../rateLimits.ts';
import { request } from '../request.ts';
import { keepResult } from './keep.ts';
import { changedNow, knownBefore, relooked } from './visits.ts';

/** After this many failures in a row, or websites of which nothing may be known, the looks count alone. */
const maxFailures = 3;
/** Which may be over when it is asked again; all else takes a person. */
const passing: ReadonlySet<ProblemKind> = new Set(['busy', 'server', 'network', 'timeout']);
const maxUntold = 10;
/** How long to wait after a failure (milliseconds). */
const pause = 60_000;
/** A record that was reported so lately need not be looked up, where nothing is counted of it. */
const shownFor = 15 * 60_000;
/** For so long questions follow one another before what was heard is stored (milliseconds). */
const turn = 20_000;

interface Hearing extends Heard {
  weeks: Map<string, number | undefined>;
  lasts: Map<string, number | null | undefined>;
  isOfAll: boolean;
  failures: number;
  untold: number;
}

/** By audit. A restarted worker asks again for what was not stored. */
const hearings = new Map<string, Hearing>();

const hearingOf = (id: string): Hearing => {
  const hearing = hearings.get(id) ?? { weeks: new Map(), lasts: new Map(), isOfAll: false, failures: 0, untold: 0 };
  hearings.set(id, hearing);
  return hearing;
};

type Question = InputOf<'websites.hits'>;

function noteAnswer(hearing: Hearing, ask: Question, answer: readonly Hits[]): void {
  const told = ask.last ? hearing.lasts : hearing.weeks;
  for (const one of answer) (told as Map<string, unknown>).set(one.id, ask.last ? one.last : one.week);
  // Where the call's time was up, others were not reached, and are asked for again.
  if (!ask.ids.some((id) => told.has(id))) throw new ApiError({ kind: 'timeout' });
  hearing.isOfAll ||= !ask.last && answer.some(({ id }) => !ask.ids.includes(id));
  const isTold = answer.some(({ week, last }) => week !== undefined || last !== undefined);
  hearing.untold = isTold ? 0 : hearing.untold + 1;
  hearing.failures = 0;
}

const isOpen = (job: Job) => (item: Item) => !!item.look && !item.look.visits && !!item.id && isOwn(job, item);

/** Stores what was heard of the visits of some sites, by place. */
async function store(job: Job, found: ReadonlyMap<number, Visits>, before: (item: Item) => Before): Promise<void> {
  if (!found.size) return;
  await writeJob(job.id, ['done'], (stored, items) =>
    items.reduce(
      (now, item) => {
        const visits = found.get(item.at);
        if (!visits || !item.look || item.look.visits) return now;
        const next = relooked(now.job, item, withVisits(item.look, visits, before(item)));
        now.items.push(next.item);
        return { job: next.job, items: now.items };
      },
      { job: changedNow(stored), items: [] as Item[] },
    ),
  );
}

/** Nothing more is asked: the result is stored anew for later comparison, as it stands now. */
async function finish(job: Job): Promise<number> {
  hearings.delete(job.id);
  const items = await itemsOf(job.id);
  await keepResult(job, foundBy(job, items)).catch(() => {});
  await writeJob(job.id, [], ({ asksVisits: _, ...now }) => ({ job: now, items: [] }));
  return Number.POSITIVE_INFINITY;
}

const isOver = ({ failures, untold }: Hearing) => failures >= maxFailures || untold >= maxUntold;

/** When the next question may be asked; undefined: now. What was heard is stored after a turn. */
async function dueAt(serviceUrl: string, begun: number): Promise<number | undefined> {
  const from = nextUnaskedAt(await rateLimitOf(serviceUrl), Date.now());
  if (from > Date.now()) return from;
  return performance.now() - begun > turn ? Date.now() : undefined;
}

/** False: the service did not answer. */
async function put({ account, serviceUrl }: Job, hearing: Hearing, ask: Question): Promise<boolean> {
  await afterPersons(serviceUrl);
  try {
    noteAnswer(hearing, ask, await request('websites.hits', ask, { account, unasked: true }));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    hearing.failures = passing.has(error.problem.kind) ? hearing.failures + 1 : maxFailures;
    return false;
  }
}

const heardOf = ({ weeks, lasts }: Hearing, id: string): Visits => {
  const [week, last] = [weeks.get(id), lasts.get(id)];
  return { at: Date.now(), ...(last === undefined ? {} : { last }), ...(week === undefined ? {} : { week }) };
};

/** Asks until nothing more may be asked now. Resolves to when to go on; undefined: there is nothing to ask. */
async function hear(job: Job, open: readonly OpenSite[], found: Map<number, Visits>): Promise<number | undefined> {
  const hearing = hearingOf(job.id);
  const begun = performance.now();
  let left = open;
  for (;;) {
    const { settled, ask } = nextQuestion(left, hearing);
    for (const { at, id } of settled) found.set(at, heardOf(hearing, id));
    left = left.filter(({ at }) => !found.has(at));
    if (!ask || isOver(hearing)) return undefined;
    const due = await dueAt(job.serviceUrl, begun);
    if (due !== undefined) return due;
    if (!(await put(job, hearing, ask)) && !isOver(hearing)) return Date.now() + pause;
  }
}

/**
 * Asks the service of an ended audit for the visits of the sites that it has looked at, at the pace of what nobody waits for, and
 * stores what was heard. Resolves to when to go on. What cannot be known changes nothing: the look counts alone.
 */
export async function askVisits(job: Job): Promise<number> {
  const items = (await itemsOf(job.id)).filter(isOpen(job));
  const before = await knownBefore(job, items);
  const open = items.map((item): OpenSite => {
    const { at, id = '', look } = item;
    const isShown = ageOf(before(item).reported ?? 0, Date.now()) < shownFor;
    return { at, id, state: look?.state ?? 'unsure', isShown };
  });
  const found = new Map<number, Visits>();
  const due = await hear(job, open, found);
  await store(job, found, before);
  return due ?? finish(job);
}
