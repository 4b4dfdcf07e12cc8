import type { Problem } from '@/lib/services/index.ts';
import { isVisited } from '@/lib/tracking/visits.ts';
import type { Count, Event, Place, Site, Visits } from './state.ts';
import { nextQuestion, patch, placeOf, siteAt, type Turn, traitsIn } from './turn.ts';

/** In milliseconds. `patience`: how long Waymark waits for a visit. `pause`: the time between two requests. */
const patience = 2 * 60_000;
const pause = 4000;

/** The problems that may be over by the next request. All others need the person to act. */
const passingProblems: ReadonlySet<Problem['kind']> = new Set(['busy', 'server', 'network', 'timeout']);

/**
 * Returns the id of the site's record, to request its visits. Undefined if the visits must not be requested, for
 * example in a private window or before the service has reported the record.
 */
function countableId({ state }: Turn, place: Place): string | undefined {
  const shown = placeOf(state);
  const { record, isRead }: Site = siteAt(state, place);
  const isShown = place.account === shown.account && place.host === shown.host;
  const isOpenPage = 'host' in state.start.site;
  if (state.start.private || !isOpenPage || !isShown || !isRead || !traitsIn(state).hits) return undefined;
  return record?.id;
}

const visitsOf = (turn: Turn, place: Place, id: string): Visits => {
  const { visits } = siteAt(turn.state, place);
  return visits?.of === id ? visits : { of: id };
};

/**
 * Begins a request for visits, or the pause before one. Earlier requests and pauses then have no effect any more.
 * Returns the fields that identify the new request or pause.
 */
function begin(turn: Turn, place: Place, visits: Visits) {
  const question = nextQuestion(turn, place);
  patch(turn, place, { visits: { ...visits, number: question.number } });
  return question;
}

function ask(turn: Turn, place: Place, visits: Visits): void {
  // The worker may return an answer that is up to an hour old. That is too old for a person who looks at this one site.
  const input: Count['input'] = { ids: [visits.of], last: true, shown: true, fresh: true };
  turn.commands.push({ ask: 'websites.hits', ...begin(turn, place, visits), input });
}

function askLater(turn: Turn, place: Place, visits: Visits, ms = pause): void {
  turn.commands.push({ ask: 'wait', ...begin(turn, place, visits), ms });
}

/** Requests the record's last visit, unless it was already requested in this popup. */
export function askOnce(turn: Turn, place: Place): void {
  const id = countableId(turn, place);
  if (id && siteAt(turn.state, place).visits?.of !== id) ask(turn, place, { of: id });
}

const waiting = (visits: Visits, at: number): Visits => ({ ...visits, wait: 'on', until: at + patience });

/** Starts the wait for a visit after a create or a copy of the code, unless there was a recent visit. */
export function awaitVisit(turn: Turn, place: Place, at: number): void {
  const id = countableId(turn, place);
  const known = id && visitsOf(turn, place, id);
  if (!known || isVisited(known)) return;
  if (known.number === undefined) askLater(turn, place, waiting(known, at));
  else patch(turn, place, { visits: waiting(known, at) });
}

/** Requests the visits at once, and begins a new wait. */
export function lookAgain(turn: Turn, at: number): void {
  const place = placeOf(turn.state);
  const id = countableId(turn, place);
  if (id) ask(turn, place, waiting(visitsOf(turn, place, id), at));
}

type Of<T extends Event['type']> = Extract<Event, { type: T }>;

/** After a pause, requests the visits again. Ends the wait instead if the popup shows another record by now. */
export function waited(turn: Turn, event: Of<'waited'>): void {
  const { visits } = siteAt(turn.state, event);
  if (visits?.number !== event.number) return;
  if (countableId(turn, event) === visits.of) ask(turn, event, visits);
  else patch(turn, event, { visits: { ...visits, number: undefined, wait: undefined } });
}

/** Applies the service's report of visits. If Waymark still waits for a visit, continues or ends the wait. */
export function counted(turn: Turn, event: Of<'counted'>): void {
  const { visits, outcome } = siteAt(turn.state, event);
  if (visits?.number !== event.number) return;
  const { at, last, week, problem } = event;
  const known: Visits = { ...visits, number: undefined, problem, ...(problem ? {} : { at, last, week }) };
  const isSeen = isVisited(known);
  // If the answer has neither a problem nor a value for `last`, the account may not see the visits, so waiting is
  // useless.
  if (known.wait !== 'on' || isSeen || (!problem && last === undefined)) {
    patch(turn, event, { visits: { ...known, wait: undefined } });
    if (isSeen && outcome?.is === 'created') patch(turn, event, { outcome: undefined });
    return;
  }
  const ms = Math.max(pause, (problem?.retryAfter ?? 0) * 1000);
  const isOver = at + ms > (known.until ?? 0) || (problem && !passingProblems.has(problem.kind));
  if (isOver) patch(turn, event, { visits: { ...known, wait: 'over' } });
  else askLater(turn, event, known, ms);
}

/**
 * Reads whether this browser's own visits are left out. With `set`, first changes that: true leaves them out, false
 * counts them.
 */
export function readOwnVisits(turn: Turn, set?: boolean): void {
  const { tabId, site } = turn.state.start;
  const mark = traitsIn(turn.state).ownVisits;
  if (!mark || tabId === undefined || !('host' in site)) return;
  turn.commands.push({ ask: 'own-visits', host: site.host, tabId, mark, ...(set === undefined ? {} : { set }) });
}
