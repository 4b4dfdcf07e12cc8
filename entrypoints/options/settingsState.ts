import { type TemplateName, type TemplateProblem, templateProblem } from '@/lib/connections/urlTemplates.ts';
import type { Templates } from '@/lib/storage/settings.ts';
import type { Permitted } from '@/lib/storage/settingsFile.ts';
import { without } from '@/lib/util/without.ts';
import { toLines } from '@/lib/websites/written.ts';
import type { Section, SettingName, SettingRow, Values } from './settingsTable.ts';

/** The unsaved text in an open box (`text`), and the text that was stored when the box was opened (`base`). */
export interface Typed {
  base: string;
  text: string;
}

/**
 * The outcome of the last save in a section. `count`: how many saves have succeeded so far. `failed`: why the last save
 * failed; undefined if it did not.
 */
export interface Said {
  count: number;
  failed?: string;
}

export interface State {
  /** The values as they are stored. */
  values: Values;
  /** Values that the person has just set, and that are not known to be stored yet. */
  pressed: Partial<Values>;
  /** The unsaved text of each open box. */
  typed: Partial<Record<SettingName, Typed>>;
  said: Partial<Record<Section, Said>>;
  /** The switches that need a permission which the browser did not grant. */
  denied: readonly SettingName[];
  /** Whether Waymark has the permission for a switch. Without it, the switch is off, even if it is stored as on. */
  allowed: Readonly<Record<Permitted, boolean>>;
}

export type Event =
  | { type: 'stored'; part: Partial<Values> }
  | { type: 'pressed'; part: Partial<Values> }
  /** A save has succeeded. `part`: the values that it stored. `text`: the text of the box that was saved. */
  | { type: 'saved'; row: SettingRow; part: Partial<Values>; text?: string }
  | { type: 'failed'; row: SettingRow; part: Partial<Values>; reason: string }
  /** The text in a box has changed or, without `typed`, the box was closed. */
  | { type: 'typed'; name: SettingName; typed?: Typed }
  | { type: 'asked'; name: Permitted; isDenied: boolean }
  | { type: 'allowed'; allowed: State['allowed'] };

/**
 * Returns `pressed` without the values that were stored or refused (`part`). A value that the person has changed again
 * stays.
 */
const unconfirmed = ({ pressed }: State, part: Partial<Values>) =>
  without(
    pressed,
    Object.entries(part).flatMap(([name, value]) => (value === pressed[name as keyof Values] ? name : [])),
  );

/**
 * Returns the open boxes after a text (`sent`) was saved. Closes the setting's box. If the person has continued to
 * type, the box stays open, with the saved text as its `base`.
 */
function leftIn({ typed }: State, name: SettingName, sent: string | undefined): State['typed'] {
  const box = typed[name];
  if (sent === undefined || !box) return typed;
  return box.text === sent ? without(typed, [name]) : { ...typed, [name]: { ...box, base: sent } };
}

export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case 'stored':
      return { ...state, values: { ...state.values, ...event.part } };
    case 'pressed':
      return { ...state, pressed: { ...state.pressed, ...event.part } };
    case 'saved': {
      const { row, part, text } = event;
      const said = { ...state.said, [row.section]: { count: (state.said[row.section]?.count ?? 0) + 1 } };
      return { ...state, pressed: unconfirmed(state, part), typed: leftIn(state, row.name, text), said };
    }
    case 'failed': {
      const { row, part, reason } = event;
      const count = state.said[row.section]?.count ?? 0;
      const said = { ...state.said, [row.section]: { count, failed: reason } };
      return { ...state, pressed: unconfirmed(state, part), said };
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

/** Returns the settings to show, including changes that are not stored yet. A switch without its permission is off. */
export function shownValues({ values, pressed, allowed }: State): Values {
  const shown = { ...values, ...pressed };
  return {
    ...shown,
    badge: shown.badge && allowed.badge,
    notifications: shown.notifications && allowed.notifications,
  };
}

const isTemplate = (name: SettingName, initial: Templates): name is TemplateName => name in initial;

/** Returns the text of a setting for its box. `initial`: the templates to show in place of empty ones. */
export function textOf(name: SettingName, values: Values, initial: Templates): string {
  const value = values[name];
  if (Array.isArray(value)) return value.join('\n');
  return isTemplate(name, initial) ? values[name] || initial[name] : '';
}

/**
 * Converts a typed text to the value to store. The initial template is stored as '', because it depends on the kind of
 * service.
 */
export function partWith(name: SettingName, text: string, initial: Templates): Partial<Values> {
  if (isTemplate(name, initial)) return { [name]: text === initial[name] ? '' : text };
  return { [name]: toLines(text) };
}

/** Returns why a typed text cannot be saved, or undefined if it is valid. */
export const problemOf = (name: SettingName, text: string, initial: Templates): TemplateProblem | undefined =>
  isTemplate(name, initial) && text !== initial[name] ? templateProblem(name, text) : undefined;
