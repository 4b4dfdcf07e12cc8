import { type TemplateName, type TemplateProblem, templateProblem } from '@/lib/connections/urlTemplates.ts';
import type { Templates } from '@/lib/storage/settings.ts';
import type { Permitted } from '@/lib/storage/settingsFile.ts';
import { without } from '@/lib/util/without.ts';
import { toLines } from '@/lib/websites/written.ts';
import type { Section, SettingName, SettingRow, Values } from './settingsTable.ts';

/** An unsaved text, and the stored text when its box was opened. */
export interface Typed {
  base: string;
  text: string;
}

/** The last announcement in a section: the number of saves there, or the reason why a save failed. */
export interface Said {
  count: number;
  failed?: string;
}

export interface State {
  /** The values as they are stored. */
  values: Values;
  /** Values that the person has just set and that are not confirmed yet. */
  pressed: Partial<Values>;
  /** The open boxes, by the setting's name. */
  typed: Partial<Record<SettingName, Typed>>;
  said: Partial<Record<Section, Said>>;
  /** The switches for which the browser did not grant a permission. */
  denied: readonly SettingName[];
  /** Whether Waymark has the permission that a switch needs. If not, the switch is off, whatever is stored. */
  allowed: Readonly<Record<Permitted, boolean>>;
}

export type Event =
  | { type: 'stored'; part: Partial<Values> }
  | { type: 'pressed'; part: Partial<Values> }
  /**
   * The values in `part` were stored, in the common settings or as a connection's own. `text`: the text that was saved,
   * if it came from a box.
   */
  | { type: 'saved'; row: SettingRow; part: Partial<Values>; text?: string }
  | { type: 'failed'; row: SettingRow; part: Partial<Values>; reason: string }
  /** The text in a box was changed. Without `typed`, the box was closed. */
  | { type: 'typed'; name: SettingName; typed?: Typed }
  | { type: 'asked'; name: Permitted; isDenied: boolean }
  | { type: 'allowed'; allowed: State['allowed'] };

/**
 * Returns the values that are still unconfirmed after `part` was stored or refused. A value that was set again since
 * remains.
 */
const confirmed = ({ pressed }: State, part: Partial<Values>) =>
  without(
    pressed,
    Object.entries(part).flatMap(([name, value]) => (value === pressed[name as keyof Values] ? name : [])),
  );

/**
 * Returns the open boxes after the text of one was saved. That box closes, unless its text has changed since; then the
 * saved text becomes its base.
 */
function leftIn({ typed }: State, name: SettingName, sent: string | undefined): State['typed'] {
  const box = typed[name];
  if (sent === undefined || !box) return typed;
  return box.text === sent ? without(typed, [name]) : { ...typed, [name]: { ...box, base: sent } };
}

/** Returns the state of the settings after an event. */
export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case 'stored':
      return { ...state, values: { ...state.values, ...event.part } };
    case 'pressed':
      return { ...state, pressed: { ...state.pressed, ...event.part } };
    case 'saved': {
      const { row, part, text } = event;
      const said = { ...state.said, [row.section]: { count: (state.said[row.section]?.count ?? 0) + 1 } };
      return { ...state, pressed: confirmed(state, part), typed: leftIn(state, row.name, text), said };
    }
    case 'failed': {
      const { row, part, reason } = event;
      const count = state.said[row.section]?.count ?? 0;
      const said = { ...state.said, [row.section]: { count, failed: reason } };
      return { ...state, pressed: confirmed(state, part), said };
    }
    case 'typed': {
      const others = without(state.typed, [event.name]);
      return { ...state, typed: event.typed ? { ...others, [event.name]: event.typed } : others };
    }
    case 'asked': {
      const others = state.denied.filter((name) => name !== event.name);
      const allowed = { ...state.allowed, [event.name]: !event.isDenied };
      return { ...state, denied: event.isDenied ? [...others, event.name] : others, allowed };
    }
    case 'allowed':
      return { ...state, allowed: event.allowed };
  }
}

/** Returns the settings to show. A value that was just set shows at once. */
export function shownValues({ values, pressed, allowed }: State): Values {
  const shown = { ...values, ...pressed };
  return {
    ...shown,
    badge: shown.badge && allowed.badge,
    notifications: shown.notifications && allowed.notifications,
  };
}

const isTemplate = (name: SettingName, initial: Templates): name is TemplateName => name in initial;

/** Returns a setting as text for editing. `initial`: the templates that apply where the stored ones are empty. */
export function textOf(name: SettingName, values: Values, initial: Templates): string {
  const value = values[name];
  if (Array.isArray(value)) return value.join('\n');
  return isTemplate(name, initial) ? values[name] || initial[name] : '';
}

/**
 * Returns an edited text in stored form. A template that equals the initial one is not stored, because the initial one
 * differs with the kind of service.
 */
export function partWith(name: SettingName, text: string, initial: Templates): Partial<Values> {
  if (isTemplate(name, initial)) return { [name]: text === initial[name] ? '' : text };
  return { [name]: toLines(text) };
}

/** Returns why an edited text cannot be saved, or undefined if it can. */
export const problemOf = (name: SettingName, text: string, initial: Templates): TemplateProblem | undefined =>
  isTemplate(name, initial) && text !== initial[name] ? templateProblem(name, text) : undefined;
