import type { Problem, Traits } from '@/lib/services/index.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { draftOf } from './drafts.ts';
import { type Check, type Command, type Draft, newSite, type Place, type Site, type State } from './state.ts';

/** The state while one event is being handled, and the commands that follow from the event. */
export interface Turn {
  state: State;
  readonly commands: Command[];
}

const keyOf = ({ account, host }: Place) => `${account} ${host}`;

const unknownSite: Site = {
  record: undefined,
  isRead: false,
  several: false,
  check: { state: 'idle' },
  lastBeforeWrite: 0,
  writes: [],
  last: 0,
  lacksPassword: false,
  drafts: [],
};

export const traitsIn = ({ start }: State): Traits => traitsOf(start.connection?.kind);

/** Returns the account and the host that the popup shows. */
export const placeOf = ({ start, host }: State): Place => ({ account: start.connection?.account ?? '', host });

/** Returns the state of a site. If nothing is known about the site, this is the initial state. */
export const siteAt = ({ sites }: State, place: Place): Site => sites[keyOf(place)] ?? unknownSite;

/**
 * Returns the problem that leaves the site's record unknown (see `LookUpState`), or undefined if there is none. The
 * problem stays while the site is looked up again.
 */
export const failureOf = ({ check }: Site): Problem | undefined => ('problem' in check ? check.problem : undefined);

/**
 * Returns the problem if it says that the answer to a change was lost, otherwise undefined. After a lost answer, the
 * site's record is unknown until the service is asked.
 */
export const lostChange = (problem: Problem | undefined): Problem | undefined =>
  problem?.code === 'maybe-changed' || problem?.code === 'worker-gone' ? problem : undefined;

/**
 * Returns the form that is shown for a site. `of`: the id of its record, or `newSite`. `base`: the initial values.
 * `typed`: the draft.
 */
export function formOf({ start }: State, site: Site): { of: string; base: WebsiteFields; typed: Draft['fields'] } {
  const of = site.record?.id ?? newSite;
  return { of, base: toFields(site.record ?? start.defaults), typed: draftOf(site, of) };
}

export function patch(turn: Turn, place: Place, change: Partial<Site>) {
  const { sites } = turn.state;
  turn.state = { ...turn.state, sites: { ...sites, [keyOf(place)]: { ...siteAt(turn.state, place), ...change } } };
}

export function nextNumber(turn: Turn): number {
  const number = turn.state.number + 1;
  turn.state = { ...turn.state, number };
  return number;
}

/** Returns the fields that identify the next question: the account, the host and a new serial number. */
export const nextQuestion = (turn: Turn, { account, host }: Place) => ({ account, host, number: nextNumber(turn) });

/** Looks up the record at the service. `about`: see `Check`. */
export function check(turn: Turn, place: Place, about?: Check['about']) {
  const site = siteAt(turn.state, place);
  const problem = (about && lostChange(site.problem)) ?? failureOf(site);
  const asked: Check = {
    ask: 'site.check',
    ...nextQuestion(turn, place),
    input: { host: place.host },
    ...(about && { about }),
  };
  patch(turn, place, { check: { state: 'checking', problem }, asked });
  turn.commands.push(asked);
}
