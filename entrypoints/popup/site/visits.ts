import { traitsOf } from '@/lib/services/traits.ts';
import { isVisited } from '@/lib/tracking/visits.ts';
import { hush } from './change.ts';
import type { Count, Event, Place, Site, State, Visits } from './state.ts';
import { nextQuestion, patch, placeOf, siteAt, type Turn } from './turn.ts';

/** How long a visit is waited for (milliseconds). */
const patience = 2 * 60_000;

/** The kind of the connected service, as far as visits go. */
const traitsIn = ({ start }: State) => traitsOf(start.connection?.kind);

/** The id of the record whose visits may be asked for: one that the service has shown, of the site that the popup shows. */
function idIn({ state }: Turn, place: Place): string | undefined {
  const shown = placeOf(state);
  const { record, isRead }: Site = siteAt(state, place);
  const isShown = place.account === shown.account && place.host === shown.host;
  const isOpenPage = 'host' in state.start.site;
  if (state.start.private || !isOpenPage || !isShown || !isRead || !traitsIn(state).hits) return undefined;
  return record?.id;
}

const visitsOf = (turn: Turn, place: Place, id: string): Partial<Visits> => {
  const { visits } = siteAt(turn.state, place);
  return visits?.of === id ? visits : {};
};

/** Notes a new question or wait about a record's visits, which takes the place of the one before. */
function begin(turn: Turn, place: Place, id: string, change: Partial<Visits>) {
  const question = nextQuestion(turn, place);
  patch(turn, place, { visits: { ...visitsOf(turn, place, id), ...change, of: id, number: question.number } });
  return question;
}

function ask(turn: Turn, place: Place, id: string, change: Partial<Visits> = {}): void {
  // One person looks at one site: what was known up to an hour ago is too old.
  const input: Count['input'] = { ids: [id], last: true, shown: true, fresh: true };
  turn.commands.push({ ask: 'websites.hits', ...begin(turn, place, id, change), input });
}

function wait(turn: Turn, place: Place, id: string, change: Partial<Visits> = {}): void {
  turn.commands.push({ ask: 'wait', ...begin(turn, place, id, change) });
}

/** Asks for the last visit, unless that was done in this popup. */
export function askOnce(turn: Turn, place: Place): void {
  const id = idIn(turn, place);
  if (id && siteAt(turn.state, place).visits?.of !== id) ask(turn, place, id);
}

const until = (at: number): Pick<Visits, 'wait' | 'until'> => ({ wait: 'on', until: at + patience });

/** Waits for the first visit to a new website, or for a new one where the code has just been copied and none came lately. */
export function awaitVisit(turn: Turn, place: Place, at: number): void {
  const id = idIn(turn, place);
  if (!id) return;
  const known = visitsOf(turn, place, id);
  if (known.wait === 'on') patch(turn, place, { visits: { ...known, ...until(at) } as Visits });
  else if (!isVisited(known)) wait(turn, place, id, { ...until(at), before: known.of ? known.last : null });
}

/** Looks at once, and goes on. */
export function lookAgain(turn: Turn, at: number): void {
  const place = placeOf(turn.state);
  const id = idIn(turn, place);
  if (id) ask(turn, place, id, { ...until(at), before: visitsOf(turn, place, id).last });
}

type Of<T extends Event['type']> = Extract<Event, { type: T }>;

export function waited(turn: Turn, event: Of<'waited'>): void {
  const { visits } = siteAt(turn.state, event);
  if (visits?.number !== event.number) return;
  // Another site or record is shown by now: that nobody looks at this one any more ends it.
  const isShown = idIn(turn, event) === visits.of;
  const isOver = event.at >= (visits.until ?? 0);
  if (isShown && !isOver) ask(turn, event, visits.of);
  else patch(turn, event, { visits: { ...visits, wait: isShown ? 'over' : undefined } });
}

export function counted(turn: Turn, event: Of<'counted'>): void {
  const { visits } = siteAt(turn.state, event);
  if (visits?.number !== event.number) return;
  const { wait: isAwaited, before = event.last, of } = visits;
  const { last, at } = event.isFailed ? visits : event;
  const isNew = typeof last === 'number' && last !== before;
  const known: Visits = { ...visits, last, ...(at === undefined ? {} : { at }), before };
  patch(turn, event, { visits: known });
  if (isAwaited !== 'on') return;
  if (isNew) hush(turn, event);
  // What may not be known is not asked for again.
  if (isNew || (last === undefined && !event.isFailed)) patch(turn, event, { visits: { ...known, wait: undefined } });
  else wait(turn, event, of);
}

/** Reads whether this browser's visits to the open page are left out; `set`: after changing it. */
export function readOwnVisits(turn: Turn, set?: boolean): void {
  const { tabId, site } = turn.state.start;
  const mark = traitsIn(turn.state).ownVisits;
  if (!mark || tabId === undefined || !('host' in site)) return;
  turn.commands.push({ ask: 'own-visits', host: site.host, tabId, mark, ...(set === undefined ? {} : { set }) });
}
