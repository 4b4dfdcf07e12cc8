import type { Problem } from '@/lib/services/index.ts';
import { toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { draftOf, typedIn, withDraft } from './drafts.ts';
import {
  type Check,
  type Command,
  type Draft,
  newSite,
  type Place,
  type Site,
  type State,
  type Write,
} from './state.ts';

/** What one event changes, and what is to be asked because of it. */
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
  isLeft: false,
  isChanging: false,
  isDeleting: false,
  lacksPassword: false,
  isWarned: false,
  isSeparate: false,
  drafts: [],
};

/** The site that the popup shows. */
export const placeOf = ({ start, host }: State): Place => ({ account: start.connection?.account ?? '', host });

export const siteAt = ({ sites }: State, place: Place): Site => sites[keyOf(place)] ?? unknownSite;

/** Why it is not known whether the site is registered; while it is asked again, why it was not known before. */
export const failureOf = ({ check }: Site): Problem | undefined => ('problem' in check ? check.problem : undefined);

/** The problem of a change whose answer was lost: how the record is now is not known until the service is asked. */
export const lostChange = (problem: Problem | undefined): Problem | undefined =>
  problem?.code === 'maybe-changed' || problem?.code === 'worker-gone' ? problem : undefined;

/** The form that is shown of a site: whose it is, what it begins with, and what was typed instead. */
export function formOf({ start }: State, site: Site): { of: string; base: WebsiteFields; typed: Draft['fields'] } {
  const of = site.record?.id ?? newSite;
  return { of, base: toFields(site.record ?? start.defaults), typed: draftOf(site, of) };
}

export function patch(turn: Turn, place: Place, change: Partial<Site>) {
  const { sites } = turn.state;
  turn.state = { ...turn.state, sites: { ...sites, [keyOf(place)]: { ...siteAt(turn.state, place), ...change } } };
}

export function setDraft(turn: Turn, place: Place, of: string, fields: Draft['fields'], over?: Draft['over']) {
  patch(turn, place, { drafts: withDraft(siteAt(turn.state, place).drafts, { of, fields, over }) });
}

/** What a record has by now is no draft of it any more. */
export function dropKnown(turn: Turn, place: Place): void {
  const site = siteAt(turn.state, place);
  const { record, isRead, writes } = site;
  if (record && isRead && !writes.length)
    setDraft(turn, place, record.id, typedIn(toFields(record), {}, draftOf(site, record.id)));
}

/** Whether a site is just being registered. */
export const isCreating = (state: State, place: Place): boolean =>
  siteAt(state, place).writes.some(({ ask }) => ask === 'websites.create');

/** Numbers the next question. */
export function nextNumber(turn: Turn): number {
  const number = turn.state.number + 1;
  turn.state = { ...turn.state, number };
  return number;
}

/** Names the next question about a place. */
export const nextQuestion = (turn: Turn, { account, host }: Place) => ({ account, host, number: nextNumber(turn) });

/** Clears the outcome of the last action, because another one begins; `all`: also why it failed, and would be tried again. */
export const hush = (turn: Turn, place: Place, all?: boolean): void =>
  patch(turn, place, {
    outcome: undefined,
    undo: undefined,
    ...(all && { problem: undefined, isLeft: true }),
  });

/** Asks the service for the record; `about`: because of a change that it refused, or whose answer was lost. */
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

/** Asks for what was typed in an earlier popup; of a private window nothing is kept. */
export function recall(turn: Turn): void {
  const place = placeOf(turn.state);
  if (!turn.state.start.private && place.account && place.host) turn.commands.push({ ask: 'recall', ...place });
}

/** Sends a change, which ends what was said of the one before. */
export function send(turn: Turn, write: Write) {
  const { writes } = siteAt(turn.state, write);
  hush(turn, write);
  patch(turn, write, {
    writes: [...writes, write],
    last: write.number,
    isLeft: false,
    problem: undefined,
    again: undefined,
  });
  turn.commands.push(write);
}
