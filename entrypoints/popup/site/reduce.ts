import { isSame } from '@/lib/util/isSame.ts';
import type { Picked } from '../load.ts';
import { told } from './answers.ts';
import { clearMessages, dropKnown, isCreating, recall, setDraft, toRemember, typedOver } from './change.ts';
import { draftOf } from './drafts.ts';
import { open } from './opening.ts';
import { keepPrivacy, leads, presses, showMore, update } from './presses.ts';
import { type Event, newSite, type State } from './state.ts';
import { formOf, nextNumber, patch, placeOf, siteAt, type Turn } from './turn.ts';
import { formName, problemOf } from './view.ts';
import { counted, readOwnVisits, waited } from './visits.ts';

type Of<T extends Event['type']> = Extract<Event, { type: T }>;

/**
 * Shows the site under another host or at another connection. The draft of a new site moves along, with these
 * exceptions: this is another site (`start.host` has changed), a create is under way at either place, or the new place
 * already has a draft of a new site.
 */
function show(turn: Turn, change: Partial<State>): void {
  const from = placeOf(turn.state);
  const { start } = turn.state;
  clearMessages(turn, from);
  turn.state = { ...turn.state, ...change };
  const to = placeOf(turn.state);
  const typed = draftOf(siteAt(turn.state, from), newSite);
  if (
    start.host !== turn.state.start.host ||
    [from, to].some((place) => isCreating(turn.state, place)) ||
    Object.keys(draftOf(siteAt(turn.state, to), newSite)).length
  )
    return;
  setDraft(turn, from, newSite, {});
  // The team does not move to another account, which has other teams.
  const { team: _, ...more } = typed;
  setDraft(turn, to, newSite, from.account === to.account ? typed : more);
}

/**
 * Loads the popup's data again. `more`: the host or connection that the person has just picked. `isChanged`: whether
 * the connection was changed elsewhere.
 */
function load(turn: Turn, more: Picked, isChanged = false): void {
  const picked = { ...turn.state.picked, ...more };
  const number = nextNumber(turn);
  turn.state = { ...turn.state, picked, loading: number };
  turn.commands.push({ ask: 'load', number, picked, isChanged });
}

const handlers: { [T in Event['type']]: (turn: Turn, event: Of<T>) => void } = {
  opened(turn, { start, number }) {
    // Drops this data if the person has picked another host or connection since it was requested.
    if (number !== turn.state.loading) return;
    const { host, start: before } = turn.state;
    show(turn, {
      start,
      host: start.host === before.host ? host : (start.host ?? ''),
      related: [],
      own: undefined,
      isScanOver: !('host' in start.site),
    });
    open(turn);
  },
  switched(turn, { to }) {
    load(turn, to);
    if (to.host) turn.state = { ...turn.state, focus: { ...turn.state.focus, at: 'main' } };
  },
  'changed-elsewhere'(turn, { accounts }) {
    const { id, account = '' } = turn.state.start.connection ?? {};
    if (!accounts.includes(account)) load(turn, { connection: id }, true);
  },
  looked(turn) {
    const { held, isScanOver } = turn.state;
    turn.state = { ...turn.state, isScanOver: true, held: [] };
    if (!isScanOver) readOwnVisits(turn);
    for (const one of held) told(turn, one);
  },
  named(turn, { host }) {
    show(turn, { host });
    recall(turn);
  },
  edited(turn, { fields }) {
    const place = placeOf(turn.state);
    const site = siteAt(turn.state, place);
    const { of, base, typed } = formOf(turn.state, site);
    const isPassword = Object.keys(fields).join() === 'password';
    // In the form of a new site, the failure stays. While a record's password is edited, all messages stay. "Try again"
    // then sends the edited values.
    if (!site.record || !isPassword) clearMessages(turn, place, !!site.record);
    if (!site.record && site.problem?.kind === 'rejected') patch(turn, place, { problem: undefined });
    const sent = site.writes.map((write) =>
      write.ask === 'websites.update' && write.before.id === of ? write.typed : {},
    );
    setDraft(turn, place, of, typedOver(base, typed, fields, Object.assign({}, ...sent)), site.record && base);
    turn.state = { ...turn.state, focus: { ...turn.state.focus, at: 'view' } };
  },
  chosen(turn, { privacy }) {
    const place = placeOf(turn.state);
    const { record, writes } = siteAt(turn.state, place);
    if (!record) return;
    // Any choice except Password drops the typed password.
    if (privacy === 2) clearMessages(turn, place, true);
    else keepPrivacy(turn);
    const { privacy: _, ...typed } = draftOf(siteAt(turn.state, place), record.id);
    const isAsBefore = privacy === record.privacy && !writes.length;
    setDraft(turn, place, record.id, isAsBefore ? typed : { ...typed, privacy });
    // If the record has no password yet, the choice Password is saved later, together with a password.
    if (!isAsBefore && (privacy !== 2 || record.has_password))
      update(turn, { fields: { privacy }, typed: { privacy } });
  },
  left: (turn) => clearMessages(turn, placeOf(turn.state), true),
  focused(turn, { at }) {
    const { focus } = turn.state;
    if (focus.at !== at) turn.state = { ...turn.state, focus: { ...focus, at } };
  },
  pressed(turn, { button, at }) {
    presses[button](turn, at);
    const to = leads[button];
    const { turn: count } = turn.state.focus;
    if (to) turn.state = { ...turn.state, focus: { at: to.at, turn: count + Number(!!to.isNow) } };
  },
  answered: (turn, event) => told(turn, event),
  refused: (turn, event) => told(turn, event),
  counted,
  waited,
  'own-visits'(turn, { host, own }) {
    const { site } = turn.state.start;
    if ('host' in site && site.host === host) turn.state = { ...turn.state, own };
  },
  navigated(turn, event) {
    const { writes } = siteAt(turn.state, event);
    const write = writes.find(({ number }) => number === event.number);
    if (write?.ask !== 'websites.create') return;
    patch(turn, event, { ...write.failed, writes: writes.filter((one) => one !== write), isWarned: true });
  },
  recalled(turn, { drafts, account, host }) {
    const place = { account, host };
    for (const { of, fields, over } of drafts) {
      // Drops the draft of a new site that is already being registered. The person pressed the button before this draft
      // was shown.
      if (of === newSite && isCreating(turn.state, place)) continue;
      setDraft(turn, place, of, { ...fields, ...draftOf(siteAt(turn.state, place), of) }, over);
      showMore(turn, formName(account, of), fields);
    }
    dropKnown(turn, place);
  },
  rested(turn, { number }) {
    const { held } = turn.state;
    turn.state = { ...turn.state, held: held.filter((one) => one.number !== number) };
    for (const one of held) if (one.number === number) told(turn, one, true);
  },
};

/** Stores changed drafts for the next popup. */
function remember(turn: Turn, before: State) {
  for (const [key, { drafts }] of Object.entries(turn.state.sites)) {
    const [account = '', host = ''] = key.split(' ');
    const kept = toRemember(drafts);
    if (!isSame(kept, toRemember(siteAt(before, { account, host }).drafts)))
      turn.commands.push({ ask: 'remember', account, host, drafts: kept });
  }
}

/**
 * If the focused control has disappeared with its view, moves the focus to the main button of the next view. After a
 * deletion, moves it to the outcome instead, because the next main button would register the site again.
 */
function refocus(turn: Turn, before: State) {
  const [was, now] = [before, turn.state].map((state) => {
    const place = placeOf(state);
    const site = siteAt(state, place);
    return { ...place, id: site.record?.id, isUnknown: problemOf(state, site).isUnknown };
  });
  if (!was || !now || was.account !== now.account || was.host !== now.host || isSame(was, now)) return;
  const { at, turn: count } = turn.state.focus;
  const to = was.id !== undefined && now.id === undefined ? 'status' : at === 'view' ? 'main' : at;
  if (at !== 'else' && to !== at) turn.state = { ...turn.state, focus: { at: to, turn: count + 1 } };
}

export function reduce(state: State, event: Event): Turn {
  const turn: Turn = { state, commands: [] };
  (handlers[event.type] as (turn: Turn, event: Event) => void)(turn, event);
  refocus(turn, state);
  if (!state.start.private) remember(turn, state);
  return turn;
}
