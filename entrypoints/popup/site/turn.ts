import type { Problem } from '@/lib/services/index.ts';
import { toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { draftOf } from './drafts.ts';
import { type Check, type Command, type Draft, newSite, type Place, type Site, type State } from './state.ts';

/** The state that one event changes, and the commands that follow from it. */
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
  written: 0,
  writes: [],
  last: 0,
  lacksPassword: false,
  drafts: [],
};

/** The site that the popup shows. */
export const placeOf = ({ start, host }: State): Place => ({ account: start.connection?.account ?? '', host });

export const siteAt = ({ sites }: State, place: Place): Site => sites[keyOf(place)] ?? unknownSite;

/** Why it is unknown whether the site is registered. While the service is asked again, this is the earlier reason. */
export const failureOf = ({ check }: Site): Problem | undefined => ('problem' in check ? check.problem : undefined);

/** The problem of a change whose answer was lost. The present record is unknown until the service is asked. */
export const lostChange = (problem: Problem | undefined): Problem | undefined =>
  problem?.code === 'maybe-changed' || problem?.code === 'worker-gone' ? problem : undefined;

/** The form that is shown for a site: its record or `newSite`, its initial values, and the draft. */
export function formOf({ start }: State, site: Site): { of: string; base: WebsiteFields; typed: Draft['fields'] } {
  const of = site.record?.id ?? newSite;
  return { of, base: toFields(site.record ?? start.defaults), typed: draftOf(site, of) };
}

export function patch(turn: Turn, place: Place, change: Partial<Site>) {
  const { sites } = turn.state;
  turn.state = { ...turn.state, sites: { ...sites, [keyOf(place)]: { ...siteAt(turn.state, place), ...change } } };
}

/** Numbers the next question. */
export function nextNumber(turn: Turn): number {
  const number = turn.state.number + 1;
  turn.state = { ...turn.state, number };
  return number;
}

/** Names the next question about a place. */
export const nextQuestion = (turn: Turn, { account, host }: Place) => ({ account, host, number: nextNumber(turn) });

/** Asks the service for the record. `about`: the change that it refused or whose answer was lost, if that is the reason. */
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
