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
import { written } from '@/lib/websites/written.ts';
import { templateNames } from '../settingsTable.ts';
import type { Field, State, Typed } from './state.ts';

/**
 * Returns the connection's own defaults for new websites, as in the form. Undefined if the common ones apply. Passwords
 * are not saved with the form, so only the stored settings tell whether there is one.
 */
export function ownDefaults({ typed, base, read }: State): Defaults | undefined {
  const own = typed.defaults === undefined ? base?.defaults : typed.defaults && written(typed.defaults);
  const { hasPassword } = defaultsFor(read.defaults, read.connection);
  return own ? ({ ...own, hasPassword } as Defaults) : undefined;
}

/** Returns the defaults to show: the connection's own, or else the common ones. */
export const shownDefaults = (state: State): Defaults => ownDefaults(state) ?? state.read.defaults;

/** Returns the team that will own new websites, as in the form. Undefined if they will belong to the user's account. */
export const shownTeam = ({ typed: { team }, base }: State): Team | undefined =>
  team === undefined ? base && teamOfNew(base) : (team ?? undefined);

/**
 * Returns the team chosen in the form, as input for a save. Without a choice, returns {}, so that the stored team
 * stays.
 */
export const ownTeam = ({ typed: { team } }: State) =>
  team === undefined ? {} : { team: team?.id ?? '', teamName: team?.name ?? '' };

export const kindOf = ({ base, found }: State) => base?.kind ?? found?.service?.kind;

export const initialTemplates = (state: State): Templates => traitsOf(kindOf(state)).templates;

const isTemplate = (field: Field): field is TemplateName => templateNames.some((name) => name === field);

const storedTemplates = (state: State) =>
  state.typed.templates === undefined ? state.base?.templates : (state.typed.templates ?? undefined);

/** Returns the templates that apply to the connection as it is in the form (see `withTemplates`). */
const shownTemplates = (state: State): Templates =>
  withTemplates(state.read.preferences, { kind: kindOf(state), templates: storedTemplates(state) });

/**
 * Returns the connection's own templates, as in the form. Undefined if the common ones apply. A template that equals
 * the initial one of this kind of service is ''.
 */
export function ownTemplates(state: State): Templates | undefined {
  const stored = storedTemplates(state);
  if (!templateNames.some((name) => state.typed.texts[name] !== undefined)) return stored;
  const initial = initialTemplates(state);
  const { fixedTemplates: fixed } = state.read.preferences;
  return eachTemplate((name) => {
    // If an organisation has fixed a template, the form shows the fixed text, so the stored own one is returned here.
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

/**
 * Whether the stored connection has changed since the person began to type. False during a save, a test or another
 * command.
 */
export const isStale = (state: State): boolean =>
  isTyped(state.typed) &&
  !state.busy &&
  state.asking === 0 &&
  (isGone(state) || revisionOf(state.base) !== revisionOf(state.read.connection));

/** Returns the parts of the form that affect the test of a service. */
const triedWith = ({ texts, copy, headers }: Typed, service: Service) => [
  texts[`${service}.url`],
  texts[`${service}.key`],
  service === 'seo' ? copy : headers,
];

/** Whether a service was tested but not saved, and its texts are unchanged since. */
export const isUnsaved = ({ tried, typed }: State, service: Service): boolean =>
  tried?.report.unsaved?.includes(service) === true &&
  isSame(triedWith(tried.typed, service), triedWith(typed, service));

/** Whether the form is unchanged since the last unsuccessful save, so that a button can repeat this save. */
export const isAsTried = ({ tried, typed }: State): boolean => isSame(tried?.typed, typed);

/**
 * Returns the result of a service's last test, or `testing` during a test. Without access, the result is a problem of
 * kind `access`. Undefined if there is no result for the address and key in the form.
 */
export function outcomeOf(state: State, service: Service): TestResult | 'testing' | undefined {
  const { busy, read, tried, typed } = state;
  if (busy) return busy.services.includes(service) ? 'testing' : undefined;
  if (isUnsaved(state, service)) return tried?.report[service];
  const url = read.connection?.[services[service].url];
  if (!url || url !== textOf(state, `${service}.url`) || typed.texts[`${service}.key`]) return undefined;
  if (!hasKey(read.status[service])) return undefined;
  if (read.barred.includes(url)) return { ok: false, problem: { kind: 'access', url } };
  const { report } = read.last ?? {};
  return report?.unsaved?.includes(service) ? undefined : report?.[service];
}
