import { headerProblem } from '@/lib/connections/headers.ts';
import { revisionOf } from '@/lib/connections/revision.ts';
import { addressesOf } from '@/lib/connections/services.ts';
import type { Service } from '@/lib/messages/commands.ts';
import { without } from '@/lib/util/without.ts';
import { isForgetting, urlOf } from './check.ts';
import { retry, save, saved, type Turn, turn, withTexts } from './save.ts';
import { isGone, isStale, isTyped, storedText, textOf } from './shown.ts';
import { type Event, type Field, nothingTyped, type Read, type State, type Typed } from './state.ts';

/** What is kept of the form while the page is reloaded: without secrets. */
export interface Mirrored {
  id: string;
  base: string;
  typed: Typed;
}

/** The state as a form is opened. `offered`: the page over which the popup was opened, whose address is taken. */
export function opening(id: string, read: Read, mirrored?: Mirrored, offered?: string): Turn {
  const base = revisionOf(read.connection);
  const state: State = {
    id,
    read,
    base: mirrored?.base ?? base,
    typed: mirrored?.typed ?? nothingTyped,
    replacing: [],
    problems: {},
    corrected: {},
    number: 0,
  };
  if (read.connection) return turn(state);
  return offered ? connect(state, offered) : turn({ ...state, focus: { on: 'analytics.url' } });
}

function connect(state: State, page: string): Turn {
  const next = withTexts(state, { 'analytics.url': urlOf(page) ?? '' });
  return turn({ ...next, found: { page }, focus: { on: 'analytics.key' } }, { do: 'identify', page });
}

/** The problems that a text makes stale: a key may be stored for the address that is typed now. */
const staleWith = (field: Field): Field[] =>
  field === 'analytics.url' || field === 'seo.url' ? [field, field.replace('url', 'key') as Field] : [field];

function typed(state: State, field: Field, text: string): State {
  const isStored = text === storedText(state, field);
  const next = withTexts(state, { [field]: text });
  const texts = isStored ? (without(next.typed.texts, [field]) as Typed['texts']) : next.typed.texts;
  // A copy was agreed to for the address that stood there.
  const { copy, ...rest } = next.typed;
  const keepsCopy = copy && field !== 'seo.url' && field !== 'seo.key';
  return {
    ...next,
    typed: { ...rest, texts, ...(keepsCopy ? { copy } : {}) },
    problems: without(state.problems, staleWith(field)),
    corrected: without(state.corrected, [field]),
  };
}

/** The person wants the SEO service to get the same key: what is typed is copied here, what is stored by the worker. */
function copied(state: State): State {
  const key = state.typed.texts['analytics.key'];
  const next = key
    ? withTexts(state, { 'seo.key': key })
    : { ...withTexts(state, {}), typed: { ...state.typed, copy: true as const } };
  return { ...next, problems: without(state.problems, ['seo.key']), focus: { on: key ? 'seo.key' : 'seo.replace' } };
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

/** What a confirmed question removes. */
function confirmed(state: State): Turn {
  const { asked, id, read } = state;
  const [what, name = ''] = asked?.split(/ (.*)/s) ?? [];
  const next = { ...state, asked: undefined };
  if (what === 'key')
    return turn(
      { ...next, replacing: state.replacing.filter((one) => one !== name) },
      { do: 'ask', name: 'keys.forget', input: { connection: id, service: name as Service }, focus: `${name}.key` },
    );
  if (what === 'header')
    return turn(next, { do: 'ask', name: 'keys.forgetHeader', input: { connection: id, name }, focus: 'header.name' });
  if (what === 'password')
    return turn(next, {
      do: 'ask',
      name: 'keys.defaultPassword',
      input: { connection: id, password: '' },
      focus: 'password',
      clears: [],
    });
  return what === 'connection'
    ? turn({ ...next, isLeaving: true }, { do: 'remove', urls: read.connection ? addressesOf(read.connection) : [] })
    : turn(next);
}

/** A header is bound to the origin of the address as it is typed. */
function addHeader(state: State): Turn {
  const [name, value] = [textOf(state, 'header.name'), textOf(state, 'header.value')];
  const url = urlOf(textOf(state, 'analytics.url'));
  const others = state.read.status.headers?.map((one) => one.name) ?? [];
  const problem = url ? headerProblem(name, value, others) : 'no-address';
  const field = problem?.startsWith('value') ? 'header.value' : 'header.name';
  if (problem || !url)
    return turn({
      ...state,
      problems: { ...state.problems, [field]: { reason: 'header', problem } },
      focus: { on: field },
    });
  const keep = isForgetting(state) ? 'session' : 'always';
  const input = { connection: state.id, url, name, value, keep } as const;
  return turn(state, {
    do: 'ask',
    name: 'keys.saveHeader',
    input,
    focus: 'header.name',
    clears: ['header.name', 'header.value'],
  });
}

function savePassword(state: State): Turn {
  const password = textOf(state, 'password');
  if (!password) return turn(state);
  return turn(state, {
    do: 'ask',
    name: 'keys.defaultPassword',
    input: { connection: state.id, password },
    focus: 'ask password',
    clears: ['password'],
  });
}

const dropped = (state: State): State => ({
  ...state,
  base: revisionOf(state.read.connection),
  typed: nothingTyped,
  replacing: [],
  problems: {},
  corrected: {},
  failure: undefined,
  found: undefined,
});

function found(state: State, page: string, service: { url?: string } | undefined): State {
  if (state.found?.page !== page) return state;
  // The service may be above the page; what the person has typed meanwhile stays.
  const isOpen = service?.url && urlOf(textOf(state, 'analytics.url')) === urlOf(page);
  const next = isOpen ? withTexts(state, { 'analytics.url': service.url }) : state;
  return { ...next, found: { page, service: service ?? {} } };
}

type Step<T extends Event['type']> = (state: State, event: Extract<Event, { type: T }>) => Turn;

const steps: { [T in Event['type']]: Step<T> } = {
  read: (state, { read: given, isOwn }) => {
    // What was read later tells more, whichever came first.
    const read = given.turn < state.read.turn ? state.read : given;
    const base = isOwn || !isTyped(state.typed) ? revisionOf(read.connection) : state.base;
    // One that is gone is said, also where nothing was typed.
    return turn({ ...state, read, base: read.connection || isOwn ? base : state.base });
  },
  typed: (state, { field, text }) => turn(typed(state, field, text)),
  chosen: (state, { part }) => {
    const next = withTexts(state, {});
    // The button that gave its own ones up is gone.
    const given = part.defaults === null ? 'fold.defaults' : part.templates === null ? 'fold.templates' : undefined;
    const texts =
      part.templates === null
        ? without(next.typed.texts, ['statisticsUrl', 'trackingCode', 'accountUrl'])
        : next.typed.texts;
    return turn({ ...next, typed: { ...next.typed, ...part, texts }, ...(given ? { focus: { on: given } } : {}) });
  },
  copied: (state) => turn(copied(state)),
  replacing: (state, { service, isOn }) => turn(replacing(state, service, isOn)),
  'saved-pressed': (state, how) => (state.busy || (isStale(state) && !how.overwrite) ? turn(state) : save(state, how)),
  retried: (state) => (state.busy ? turn(state) : retry(state)),
  'access-pressed': (state) => (state.busy ? turn(state) : retry(state)),
  saved: (state, { number, answer, sent, at }) =>
    state.busy?.number === number ? saved(state, answer, sent, at) : turn(state),
  tested: (state, { number, answer, at }) => {
    if (state.busy?.number !== number) return turn(state);
    const last = answer.ok ? { report: answer.value, at } : state.read.last;
    return turn({
      ...state,
      busy: undefined,
      read: { ...state.read, last },
      failure: answer.ok ? undefined : answer.problem,
    });
  },
  asked: (state, { what, focus }) => turn({ ...state, asked: what, focus: { on: focus } }),
  confirmed: (state) => confirmed(state),
  'seo-removed': (state) => {
    const { copy: _, ...rest } = typed(typed(state, 'seo.url', ''), 'seo.key', '').typed;
    return turn({
      ...withTexts(state, {}),
      typed: rest,
      problems: without(state.problems, ['seo.url', 'seo.key']),
      focus: { on: 'seo.url' },
    });
  },
  'header-added': (state) => addHeader(state),
  'password-saved': (state) => savePassword(state),
  answered: (state, { problem, focus, clears = [] }) => {
    if (problem) return turn({ ...state, failure: problem, isLeaving: false, focus: { on: 'save' } });
    const texts = without(state.typed.texts, clears);
    return turn({ ...state, failure: undefined, typed: { ...state.typed, texts }, focus: { on: focus } });
  },
  removed: (state) => turn({ ...dropped(state), isLeaving: true }, { do: 'leave' }),
  reloaded: (state) =>
    isGone(state) ? turn(dropped(state), { do: 'leave' }) : turn({ ...dropped(state), focus: { on: 'save' } }),
  cancelled: (state) =>
    state.read.connection ? turn({ ...dropped(state), focus: { on: 'save' } }) : turn(dropped(state), { do: 'leave' }),
  connect: (state, { page }) => connect(state, page),
  found: (state, { page, service }) => turn(found(state, page, service)),
  'last-page': (state, { page }) => turn({ ...state, lastPage: page }),
};

/** What becomes of the state, and what is to be done. */
export const reduce = (state: State, event: Event): Turn => (steps[event.type] as Step<Event['type']>)(state, event);
