import { revisionOf } from '@/lib/connections/revision.ts';
import type { Service } from '@/lib/messages/commands.ts';
import { hasKey } from '@/lib/messages/connectionStatus.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { without } from '@/lib/util/without.ts';
import { templateNames } from '../settingsTable.ts';
import { copyable, headerFields, typedHeader, urlOf, withProblems } from './check.ts';
import { retry, save, saved, type Turn, turn, withRead, withTexts } from './save.ts';
import { isGone, isStale, isTyped, storedText, textOf } from './shown.ts';
import {
  type Ask,
  type Command,
  type Event,
  type Field,
  type Found,
  nothingTyped,
  type Read,
  type State,
  type Typed,
  type WaitingHeader,
} from './state.ts';

/** The part of a form that survives a reload. It has no secrets. */
export interface Mirrored {
  base?: ConnectionAddress | undefined;
  typed: Typed;
}

const untouched = { replacing: [], problems: {}, corrected: {} };

/**
 * Returns the first state of a form. `mirrored`: unsaved text from before a reload. `offered`: a page whose service the
 * person wants to connect. `isNamed`: whether the URL contains the connection's id.
 */
export function opening(id: string, read: Read, mirrored?: Mirrored, offered?: string, isNamed = false): Turn {
  const first: State = {
    id,
    isNamed: isNamed || read.connection !== undefined,
    read,
    base: mirrored ? mirrored.base : read.connection,
    typed: mirrored?.typed ?? nothingTyped,
    ...untouched,
    open: [],
    number: 0,
    asking: 0,
  };
  const opened = withRead(first, read);
  const state: State = textOf(opened, 'seo.url') ? { ...opened, open: ['more'] } : opened;
  if (read.connection && !hasKey(read.status.analytics)) return turn({ ...state, focus: { on: 'analytics.key' } });
  if (read.connection || isNamed) return turn(state);
  // An offered page does not replace unsaved text from before a reload.
  return offered && !mirrored ? connect(state, offered) : turn({ ...state, focus: { on: 'analytics.url' } });
}

function connect(state: State, page: string): Turn {
  const next = withTexts(state, { 'analytics.url': urlOf(page) ?? '' });
  return turn({ ...next, found: { page }, focus: { on: 'analytics.key' } }, { do: 'identify', page });
}

/** The other fields whose problems a field's new value may solve, as a key may be stored for a new address. */
const staleWith: Partial<Record<Field, readonly Field[]>> = {
  'analytics.url': ['analytics.key', 'header.name'],
  'seo.url': ['seo.key'],
};

function typed(state: State, field: Field, text: string): State {
  // During a save, even a text that equals the stored one counts as typed, because the save may store another text.
  const isStored = !state.busy && text === storedText(state, field);
  const next = withTexts(state, { [field]: text });
  const texts = isStored ? (without(next.typed.texts, [field]) as Typed['texts']) : next.typed.texts;
  return {
    ...next,
    typed: { ...next.typed, texts },
    // The detected service belongs to the previous address.
    found: field === 'analytics.url' ? undefined : state.found,
    problems: without(state.problems, [field, ...(staleWith[field] ?? [])]),
    corrected: without(state.corrected, [field]),
  };
}

/**
 * Makes the next save copy the analytics service's key to the SEO service. If the person types a new analytics key
 * before that, that key is copied.
 */
function copied(state: State): State {
  const copy = copyable(state);
  if (!copy) return state;
  return {
    ...state,
    typed: { ...state.typed, copy },
    replacing: state.replacing.filter((service) => service !== 'seo'),
    problems: without(state.problems, ['seo.key']),
    focus: { on: 'seo.replace' },
  };
}

function replacing(state: State, service: Service, isOn: boolean): State {
  const key = `${service}.key` as const;
  const { copy: _, ...choices } = state.typed;
  const rest = state.replacing.filter((one) => one !== service);
  return {
    ...state,
    replacing: isOn ? [...rest, service] : rest,
    typed: { ...(service === 'seo' ? choices : state.typed), texts: without(state.typed.texts, [key]) },
    problems: without(state.problems, [key]),
    focus: { on: isOn ? key : `${service}.replace` },
  };
}

/** Runs a command that takes effect without a save of the form. Counts it in `asking` until it is answered. */
const asking = (state: State, command: Command): Turn => turn({ ...state, asking: state.asking + 1 }, command);
const isAnswered = (state: State): State => ({ ...state, asking: Math.max(0, state.asking - 1) });

const withHeaders = (state: State, headers: WaitingHeader[]): State => ({
  ...state,
  typed: { ...state.typed, headers: headers.length ? headers : undefined },
  problems: without(state.problems, headerFields),
});

function confirmed(state: State): Turn {
  const { asked, id } = state;
  const [what, name = ''] = asked?.split(/ (.*)/s) ?? [];
  const next = { ...state, asked: undefined };
  if (what === 'key')
    return asking(
      { ...next, replacing: state.replacing.filter((one) => one !== name) },
      { do: 'ask', name: 'keys.forget', input: { connection: id, service: name as Service }, focus: `${name}.key` },
    );
  if (what === 'unsaved') {
    const rest = (state.typed.headers ?? []).filter((one) => one.name !== name);
    return turn({ ...withHeaders(next, rest), focus: { on: 'header.name' } });
  }
  if (what === 'header')
    return asking(next, {
      do: 'ask',
      name: 'keys.forgetHeader',
      input: { connection: id, name },
      focus: 'header.name',
    });
  if (what === 'password')
    return asking(next, {
      do: 'ask',
      name: 'keys.defaultPassword',
      input: { connection: id, password: '' },
      focus: 'password',
    });
  return what === 'connection' ? asking({ ...next, isLeaving: true }, { do: 'remove' }) : turn(next);
}

/** Adds the header in the boxes to the unsaved headers of the form. */
function addHeader(state: State): Turn {
  const typed = typedHeader(state);
  if ('problem' in typed) {
    const problems = { ...state.problems, [typed.field]: typed.problem };
    return turn({ ...withProblems(state, problems), focus: { on: typed.field } });
  }
  const next = withHeaders(state, [...typed.others, typed.header]);
  const texts = without(next.typed.texts, headerFields);
  return turn({ ...next, typed: { ...next.typed, texts }, focus: { on: 'header.name' } });
}

function savePassword(state: State): Turn {
  const password = textOf(state, 'password');
  if (!password) return turn(state);
  return asking(state, {
    do: 'ask',
    name: 'keys.defaultPassword',
    input: { connection: state.id, password },
    focus: 'ask password',
    sent: { password },
  });
}

const dropped = (state: State): State => ({
  ...state,
  base: state.read.connection,
  busy: undefined,
  tried: undefined,
  typed: nothingTyped,
  ...untouched,
  failure: undefined,
  found: undefined,
});

function found(state: State, page: string, service: Found['service']): State {
  if (state.found?.page !== page) return state;
  // The service may not be at the page's address. Puts its address in the box, unless the person has typed a different
  // one by now.
  const isOpen = service?.url && urlOf(textOf(state, 'analytics.url')) === urlOf(page);
  const next = isOpen ? withTexts(state, { 'analytics.url': service.url }) : state;
  return { ...next, found: { page, service } };
}

/** For each command in `Ask`, the fields of the stored connection that it changes. */
const changed: Record<Ask['name'], readonly (keyof ConnectionAddress)[]> = {
  'keys.forget': ['account', 'seoAccount'],
  'keys.forgetHeader': [],
  'keys.defaultPassword': ['defaults'],
};

/**
 * Updates the form's `base` after a command in `Ask`. Changes only the command's fields, so that changes made in
 * another window are still reported.
 */
function withChanged({ base, read: { connection } }: State, name: Ask['name']): State['base'] {
  if (!base || !connection) return base;
  return { ...base, ...Object.fromEntries(changed[name].map((field) => [field, connection[field]])) };
}

/** Makes the stored connection the form's `base` if nothing is typed or both have the same revision. */
function withStoredBase(state: State): State {
  const { base, read, typed } = state;
  if (!read.connection || base === read.connection) return state;
  const isSame = revisionOf(base) === revisionOf(read.connection);
  return isSame || !isTyped(typed) ? { ...state, base: read.connection } : state;
}

type Step<T extends Event['type']> = (state: State, event: Extract<Event, { type: T }>) => Turn;

const steps: { [T in Event['type']]: Step<T> } = {
  read: (state, { read }) => turn(withRead(state, read)),
  typed: (state, { field, text }) => turn(typed(state, field, text)),
  chosen: (state, { part }) => {
    const { texts } = state.typed;
    // The focus moves, because the pressed button disappears.
    const given = part.defaults === null ? 'fold.defaults' : part.templates === null ? 'fold.templates' : undefined;
    const left = part.templates === null ? without(texts, templateNames) : texts;
    return turn({
      ...state,
      typed: { ...state.typed, ...part, texts: left },
      ...(given ? { focus: { on: given } } : {}),
    });
  },
  folded: (state, { part, isOpen }) => {
    const rest = state.open.filter((one) => one !== part);
    return turn({ ...state, open: isOpen ? [...rest, part] : rest });
  },
  copied: (state) => turn(copied(state)),
  replacing: (state, { service, isOn }) => turn(replacing(state, service, isOn)),
  'saved-pressed': (state, how) => (state.busy || (isStale(state) && !how.overwrite) ? turn(state) : save(state, how)),
  retried: (state) => (state.busy ? turn(state) : retry(state)),
  saved: (state, event) => {
    const now = withRead(state, event.read);
    if (state.busy?.number === event.number) return saved(now, event);
    if (state.givenUp !== event.number) return turn(now);
    // The answer to a cancelled save. A save by this window is not reported as a change. Text typed since then stays.
    const base = event.answer.ok && !now.busy ? now.read.connection : now.base;
    return turn({ ...now, givenUp: undefined, base });
  },
  tested: (state, { number, answer, at }) => {
    if (state.busy?.number !== number) return turn(state);
    const last = answer.ok ? { report: answer.value, at } : state.read.last;
    return turn({
      ...state,
      busy: undefined,
      read: { ...state.read, last },
      failure: answer.ok ? undefined : { problem: answer.problem },
    });
  },
  asked: (state, { what, focus }) => turn({ ...state, asked: what, focus: { on: focus } }),
  confirmed: (state) => confirmed(state),
  'seo-removed': (state) => {
    const { copy: _, ...rest } = typed(typed(state, 'seo.url', ''), 'seo.key', '').typed;
    return turn({
      ...state,
      typed: rest,
      problems: without(state.problems, ['seo.url', 'seo.key']),
      focus: { on: 'seo.url' },
    });
  },
  'header-added': (state) => addHeader(state),
  'password-saved': (state) => savePassword(state),
  answered: (state, { name, read, focus, sent = {} }) => {
    const now = withRead(isAnswered(state), read);
    const gone = (Object.keys(sent) as Field[]).filter((field) => sent[field] === state.typed.texts[field]);
    const typed = { ...state.typed, texts: without(state.typed.texts, gone) };
    return turn({ ...now, base: withChanged(now, name), failure: undefined, typed, focus: { on: focus } });
  },
  refused: (state, { problem }) =>
    turn({ ...isAnswered(state), failure: { problem }, isLeaving: false, focus: { on: 'save' } }),
  removed: (state) => turn({ ...dropped(state), isLeaving: true }, { do: 'leave' }),
  reloaded: (state) =>
    isGone(state) ? turn(dropped(state), { do: 'leave' }) : turn({ ...dropped(state), focus: { on: 'save' } }),
  cancelled: (state) => {
    const next = { ...dropped(state), givenUp: state.busy?.number ?? state.givenUp };
    // The form stays if its connection is stored, and while a save is under way, to show the outcome.
    const stays = state.read.connection ?? state.busy;
    return stays ? turn({ ...next, focus: { on: 'save' } }) : turn(next, { do: 'leave' });
  },
  connect: (state, { page }) => connect(state, page),
  found: (state, { page, service }) => turn(found(state, page, service)),
  'last-page': (state, { page }) => turn({ ...state, lastPage: page }),
};

export function reduce(state: State, event: Event): Turn {
  const { state: after, commands } = (steps[event.type] as Step<Event['type']>)(state, event);
  const next = withStoredBase(after);
  if (next.isNamed || !next.read.connection) return turn(next, ...commands);
  return turn({ ...next, isNamed: true }, ...commands, { do: 'name-route' });
}
