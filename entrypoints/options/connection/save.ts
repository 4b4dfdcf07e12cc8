import { isHeaderProblem } from '@/lib/connections/headers.ts';
import { revisionOf } from '@/lib/connections/revision.ts';
import { accountsOf, serviceNames, services } from '@/lib/connections/services.ts';
import type { Service } from '@/lib/messages/commands.ts';
import type { Problem } from '@/lib/services/index.ts';
import { connectedReport } from '@/lib/storage/lastReport.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { without } from '@/lib/util/without.ts';
import { check, withProblems } from './check.ts';
import { isAsTried, isUnsaved, outcomeOf, textOf } from './shown.ts';
import type { Command, Event, GivenHeader, Read, State, Typed } from './state.ts';

export interface Turn {
  state: State;
  commands: readonly Command[];
}

export const turn = (state: State, ...commands: Command[]): Turn => ({ state, commands });

export const withTexts = (state: State, texts: Typed['texts']): State => ({
  ...state,
  typed: { ...state.typed, texts: { ...state.typed.texts, ...texts } },
});

/** Returns the name by which an organisation's policy fixes a field of the form. */
const fixedAs = (name: string): string =>
  name === 'analytics.url' || name === 'seo.url' ? services[name.replace('.url', '') as Service].url : name;

/**
 * Puts newly read data into the state, unless the state has newer data. Removes the typed text of fields that an
 * organisation has fixed.
 */
export function withRead(state: State, read: Read): State {
  if (read.turn < state.read.turn) return state;
  const left = <T extends object>(all: T): T =>
    without(
      all,
      Object.keys(all).filter((name) => read.fixed.has(fixedAs(name))),
    );
  const { texts, ...choices } = state.typed;
  const fixed = Object.entries(read.connection ?? {}).filter(([name]) => read.fixed.has(name));
  return {
    ...state,
    read,
    base: state.base && { ...state.base, ...Object.fromEntries(fixed) },
    typed: { ...left(choices), texts: left(texts) },
  };
}

/**
 * Checks the form, and saves it if there is no problem. `anyway`: save even if a service does not answer. `overwrite`:
 * save even if another window has changed the connection. `url`: the address to use for the analytics service.
 */
export function save(state: State, how: { anyway?: true; overwrite?: true; url?: string }): Turn {
  const given = how.url === undefined ? state : withTexts(state, { 'analytics.url': how.url });
  const { texts, problems, corrected, input, urls } = check(given);
  const next: State = { ...given, typed: { ...given.typed, texts }, problems, corrected, failure: undefined };
  if (!input) return turn(withProblems(next, problems));
  const number = state.number + 1;
  const tested = serviceNames.filter((service) => input.services[service]);
  const read = how.overwrite ? revisionOf(state.read.connection) : input.read;
  const sent = { ...input, read, ...(how.anyway ? { anyway: how.anyway } : {}) };
  // The focus moves, because the pressed control may disappear.
  return turn(
    { ...next, number, busy: { number, services: tested }, focus: { on: 'save' } },
    { do: 'save', number, input: sent, urls, sent: next.typed },
  );
}

/** The boxes that a save leaves out, because they have their own command or are never stored. */
const notInSave: readonly string[] = ['try', 'password'];

/** Returns the headers that a save has sent: those that were added to the form, and the one in the boxes. */
const headersOf = ({ headers = [], texts }: Typed): GivenHeader[] => {
  const [name = '', value = ''] = [texts['header.name']?.trim(), texts['header.value']?.trim()];
  return [...headers, { name, value }];
};

/**
 * Returns the texts and choices that stay in the form after a save: those that the person has changed since it was sent
 * (`now`, compared with `sent`), those that a save never stores, and those of services that were not saved (`unsaved`).
 */
function leftOf(now: Typed, sent: Typed, unsaved: readonly Service[]): Typed {
  const isUnsent = (name: string) =>
    notInSave.includes(name) ||
    unsaved.some((service) => name.startsWith(`${service}.`)) ||
    (name === 'copy' && unsaved.includes('seo')) ||
    (name.startsWith('header.') && unsaved.includes('analytics'));
  const left = (all: object, before: object) =>
    Object.fromEntries(
      Object.entries(all).filter(([name, one]) => isUnsent(name) || one !== before[name as keyof typeof before]),
    );
  const { texts, headers = [], ...choices } = now;
  const gone = unsaved.includes('analytics') ? [] : headersOf(sent);
  const waiting = headers.filter((one) => !gone.some(({ name, value }) => one.name === name && one.value === value));
  return {
    texts: left(texts, sent.texts),
    ...left(choices, sent),
    ...(waiting.length ? { headers: waiting } : {}),
  };
}

/**
 * Returns the problems to show after the worker has refused a save. The worker may know newer keys, rules or headers
 * than the form.
 */
function refused({ code, fields = {} }: Problem): State['problems'] {
  const missing = serviceNames.filter((service) => code === 'required' && fields[`${service}.key`]);
  const rules = fields.rules?.[0];
  const header = fields.headers?.[0];
  return {
    ...Object.fromEntries(missing.map((service) => [`${service}.key`, { reason: 'empty' }])),
    ...(rules ? { rules: { reason: 'taken', rule: rules, name: '' } } : {}),
    ...(isHeaderProblem(header) ? { 'header.name': { reason: 'header', problem: header } } : {}),
  };
}

/**
 * Applies the answer to a save: removes saved texts from the form, or marks refused texts with problems. If the form
 * has the address of an offered page (`found`), and the service was found at another address, saves that one instead.
 */
export function saved(state: State, { answer, sent, at }: Extract<Event, { type: 'saved' }>): Turn {
  const next: State = { ...state, busy: undefined };
  if (!answer.ok) {
    const problems = refused(answer.problem);
    const isRefused = Object.keys(problems).length > 0;
    return turn(
      isRefused
        ? withProblems(next, problems)
        : { ...next, problems, failure: { problem: answer.problem, isSave: true } },
    );
  }
  const { unsaved = [], analytics } = answer.value;
  // The page's address may not be the service's. If the person has typed since the save, sends nothing until they save
  // again.
  if (
    state.found &&
    isSame(state.typed, sent) &&
    !analytics.ok &&
    analytics.found &&
    analytics.found !== textOf(state, 'analytics.url')
  )
    return save(next, { url: analytics.found });
  const { connection, last } = state.read;
  // A new connection whose service does not answer is not stored.
  if (!connection) return turn({ ...next, tried: { report: answer.value, typed: sent } });
  const report = connectedReport(answer.value, last?.report);
  return turn({
    ...next,
    read: { ...state.read, last: report ? { report, at } : last },
    base: connection,
    typed: leftOf(state.typed, sent, unsaved),
    tried: unsaved.length ? { report: answer.value, typed: leftOf(sent, sent, unsaved) } : undefined,
    replacing: state.replacing.filter((service) => unsaved.includes(service)),
  });
}

/**
 * Repeats the last save if a service was not saved and the form is unchanged since. If all services were saved, tests
 * the stored connection.
 */
export function retry(state: State): Turn {
  if (serviceNames.some((service) => isUnsaved(state, service)))
    return isAsTried(state) ? save(state, {}) : turn(state);
  const urls = serviceNames.flatMap((service) => {
    const outcome = outcomeOf(state, service);
    return typeof outcome === 'object' && !outcome.ok && outcome.problem.kind === 'access'
      ? (outcome.problem.url ?? [])
      : [];
  });
  const number = state.number + 1;
  const tested = accountsOf(state.read.connection).length > 1 ? serviceNames : serviceNames.slice(0, 1);
  return turn(
    { ...state, number, busy: { number, services: tested }, focus: { on: 'save' } },
    { do: 'test', number, access: urls },
  );
}
