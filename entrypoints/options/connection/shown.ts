import { revisionOf } from '@/lib/connections/revision.ts';
import { services } from '@/lib/connections/services.ts';
import type { TemplateName } from '@/lib/connections/urlTemplates.ts';
import type { Service, TestResult } from '@/lib/messages/commands.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { eachTemplate, type Templates } from '@/lib/storage/fields.ts';
import { type Defaults, defaultsFor, withTemplates } from '@/lib/storage/settings.ts';
import { isSame } from '@/lib/util/isSame.ts';
import type { Field, State, Typed } from './state.ts';

/** The connection's own defaults, as they are typed; undefined: it uses the common ones. */
export const ownDefaults = ({ typed, base }: State): Defaults | undefined =>
  typed.defaults === undefined ? base?.defaults : (typed.defaults ?? undefined);

export const shownDefaults = (state: State): Defaults =>
  defaultsFor(state.read.defaults, { defaults: ownDefaults(state) });

/** The kind of the service: that of the connection, or the one that was detected. */
export const kindOf = ({ base, found }: State) => base?.kind ?? found?.service?.kind;

/** The templates that the kind brings along. */
export const initialTemplates = (state: State): Templates => {
  const { templates } = traitsOf(kindOf(state));
  return eachTemplate((name) => templates[name]);
};

const templateNames: readonly string[] = Object.keys(eachTemplate(() => ''));
const isTemplate = (field: Field): field is TemplateName => templateNames.includes(field);

const storedTemplates = (state: State) =>
  state.typed.templates === undefined ? state.base?.templates : (state.typed.templates ?? undefined);

/** The templates as they are shown: of the connection, or else the common ones, or else those of its kind. */
const shownTemplates = (state: State): Templates =>
  withTemplates(state.read.preferences, { kind: kindOf(state), templates: storedTemplates(state) });

/** The connection's own templates, as they are typed; those that its kind brings along are not stored. */
export function ownTemplates(state: State): Templates | undefined {
  const stored = storedTemplates(state);
  if (!templateNames.some((name) => state.typed.texts[name as TemplateName] !== undefined)) return stored;
  const initial = initialTemplates(state);
  const { fixedTemplates: fixed } = state.read.preferences;
  return eachTemplate((name) => {
    // What an organisation has set is shown, and is not the connection's own.
    if (fixed?.includes(name)) return stored?.[name] ?? '';
    const text = textOf(state, name);
    return text === initial[name] ? '' : text;
  });
}

export function storedText(state: State, field: Field): string {
  const { base } = state;
  if (isTemplate(field)) return shownTemplates(state)[field];
  if (field === 'name') return base?.name ?? '';
  if (field === 'rules') return (base?.rules ?? []).join('\n');
  if (field === 'analytics.url') return base?.analyticsUrl ?? '';
  return field === 'seo.url' ? (base?.seoUrl ?? '') : '';
}

/** What a box shows: what was typed, or else what is stored. */
export const textOf = (state: State, field: Field): string => state.typed.texts[field] ?? storedText(state, field);

/** What is typed without being anything to save. */
const asides: readonly string[] = ['try'];

export const isTyped = ({ texts, ...choices }: Typed): boolean =>
  Object.entries(texts).some(([field, text]) => !asides.includes(field) && text !== undefined) ||
  Object.values(choices).some((choice) => choice !== undefined);

/** Whether the form is about a connection that another window has removed. */
export const isGone = ({ base, isNamed, read, isLeaving }: State): boolean =>
  !isLeaving && (isNamed || base !== undefined) && !read.connection;

/** Whether what is typed was begun over something else than is stored now. */
export const isStale = (state: State): boolean =>
  isTyped(state.typed) &&
  !state.busy &&
  state.asking === 0 &&
  (isGone(state) || revisionOf(state.base) !== revisionOf(state.read.connection));

/** What a service is tested with. */
const triedWith = ({ texts, copy, headers }: Typed, service: Service) => [
  texts[`${service}.url`],
  texts[`${service}.key`],
  service === 'seo' ? copy : headers,
];

/** Whether a service was tested and not saved, with what is typed for it now. */
export const isUnsaved = ({ tried, typed }: State, service: Service): boolean =>
  tried?.report.unsaved?.includes(service) === true &&
  isSame(triedWith(tried.typed, service), triedWith(typed, service));

/** Whether the whole form is as it was when something was not saved, so that it can be sent once more in one press. */
export const isAsTried = ({ tried, typed }: State): boolean => isSame(tried?.typed, typed);

/** A service's result: that it is tested now, that access to it was taken away, or what the last test of what is shown has found. */
export function outcomeOf(state: State, service: Service): TestResult | 'testing' | undefined {
  const { busy, read, tried, typed } = state;
  if (busy) return busy.services.includes(service) ? 'testing' : undefined;
  if (isUnsaved(state, service)) return tried?.report[service];
  const url = read.connection?.[services[service].url];
  if (!url || url !== textOf(state, `${service}.url`) || typed.texts[`${service}.key`]) return undefined;
  if (read.barred.includes(url)) return { ok: false, problem: { kind: 'access', url } };
  const { report } = read.last ?? {};
  return report?.unsaved?.includes(service) ? undefined : report?.[service];
}
