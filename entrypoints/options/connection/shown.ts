import { revisionOf } from '@/lib/connections/revision.ts';
import { services } from '@/lib/connections/services.ts';
import { teamOfNew } from '@/lib/connections/team.ts';
import type { TemplateName } from '@/lib/connections/urlTemplates.ts';
import type { Service, TestResult } from '@/lib/messages/commands.ts';
import { hasKey } from '@/lib/messages/connectionStatus.ts';
import type { Team } from '@/lib/services/index.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { eachTemplate, type Templates } from '@/lib/storage/fields.ts';
import { type Defaults, defaultsFor, withTemplates } from '@/lib/storage/settings.ts';
import { isSame } from '@/lib/util/isSame.ts';
import type { Field, State, Typed } from './state.ts';

/** Returns the connection's own defaults for new websites, as in the form. Undefined if the common ones apply. */
export const ownDefaults = ({ typed, base }: State): Defaults | undefined =>
  typed.defaults === undefined ? base?.defaults : (typed.defaults ?? undefined);

/**
 * Returns the defaults to show: the connection's own, else the common ones. Whether there is a password depends on the
 * stored settings only, because the password is not saved with the form.
 */
export function shownDefaults(state: State): Defaults {
  const { defaults: common, connection } = state.read;
  const own = ownDefaults(state);
  return own ? { ...own, hasPassword: defaultsFor(common, connection).hasPassword } : common;
}

/** Returns the team of new websites, as in the form. Undefined if new websites belong to the user's account. */
export const shownTeam = ({ typed: { team }, base }: State): Team | undefined =>
  team === undefined ? base && teamOfNew(base) : (team ?? undefined);

/**
 * Returns the team that the person has chosen in the form, as input for a save. Without a choice, returns no fields, so
 * that the stored team stays.
 */
export const ownTeam = ({ typed: { team } }: State) =>
  team === undefined ? {} : { team: team?.id ?? '', teamName: team?.name ?? '' };

export const kindOf = ({ base, found }: State) => base?.kind ?? found?.service?.kind;

export const initialTemplates = (state: State): Templates => {
  const { templates } = traitsOf(kindOf(state));
  return eachTemplate((name) => templates[name]);
};

const templateNames: readonly string[] = Object.keys(eachTemplate(() => ''));
const isTemplate = (field: Field): field is TemplateName => templateNames.includes(field);

const storedTemplates = (state: State) =>
  state.typed.templates === undefined ? state.base?.templates : (state.typed.templates ?? undefined);

/** Returns the templates to show: the connection's own, else the common ones, else those of the kind of service. */
const shownTemplates = (state: State): Templates =>
  withTemplates(state.read.preferences, { kind: kindOf(state), templates: storedTemplates(state) });

/** Returns the connection's own templates in the form. A template that equals the default is returned as ''. */
export function ownTemplates(state: State): Templates | undefined {
  const stored = storedTemplates(state);
  if (!templateNames.some((name) => state.typed.texts[name as TemplateName] !== undefined)) return stored;
  const initial = initialTemplates(state);
  const { fixedTemplates: fixed } = state.read.preferences;
  return eachTemplate((name) => {
    // A template that an organisation has fixed is shown, but is not the connection's own.
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

/** Returns the text of a box: the typed text, or else the stored one. */
export const textOf = (state: State, field: Field): string => state.typed.texts[field] ?? storedText(state, field);

const neverSaved: readonly string[] = ['try'];

/** Whether the form has unsaved texts or choices. */
export const isTyped = ({ texts, ...choices }: Typed): boolean =>
  Object.entries(texts).some(([field, text]) => !neverSaved.includes(field) && text !== undefined) ||
  Object.values(choices).some((choice) => choice !== undefined);

/** Whether another window has removed the form's connection. */
export const isGone = ({ base, isNamed, read, isLeaving }: State): boolean =>
  !isLeaving && (isNamed || base !== undefined) && !read.connection;

/** Whether the stored connection has changed since typing began. */
export const isStale = (state: State): boolean =>
  isTyped(state.typed) &&
  !state.busy &&
  state.asking === 0 &&
  (isGone(state) || revisionOf(state.base) !== revisionOf(state.read.connection));

/** Returns the parts of a form that affect the test of a service. */
const triedWith = ({ texts, copy, headers }: Typed, service: Service) => [
  texts[`${service}.url`],
  texts[`${service}.key`],
  service === 'seo' ? copy : headers,
];

/** Whether a service was tested but not saved, and its part of the form has not changed since then. */
export const isUnsaved = ({ tried, typed }: State, service: Service): boolean =>
  tried?.report.unsaved?.includes(service) === true &&
  isSame(triedWith(tried.typed, service), triedWith(typed, service));

/** Whether the form is the same as at the last unsuccessful save, so that one press can repeat that save. */
export const isAsTried = ({ tried, typed }: State): boolean => isSame(tried?.typed, typed);

/**
 * Returns the outcome of a service's test: `testing`, a problem of kind `access` if access is missing, or the last
 * result. Undefined if there is no result, if the address or key in the form was not tested, or if the key is gone.
 */
export function outcomeOf(state: State, service: Service): TestResult | 'testing' | undefined {
  const { busy, read, tried, typed } = state;
  if (busy) return busy.services.includes(service) ? 'testing' : undefined;
  if (isUnsaved(state, service)) return tried?.report[service];
  const url = read.connection?.[services[service].url];
  if (!url || url !== textOf(state, `${service}.url`) || typed.texts[`${service}.key`]) return undefined;
  if (read.barred.includes(url)) return { ok: false, problem: { kind: 'access', url } };
  if (!hasKey(read.status[service])) return undefined;
  const { report } = read.last ?? {};
  return report?.unsaved?.includes(service) ? undefined : report?.[service];
}
