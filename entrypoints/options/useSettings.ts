import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { useWatched } from '@/components/useWatched.ts';
import { hasPermission, requestPermission, watchAccess } from '@/lib/connections/permissions.ts';
import type { TemplateName } from '@/lib/connections/urlTemplates.ts';
import { ask } from '@/lib/messages/ask.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { defaultFields, templateFields } from '@/lib/storage/fields.ts';
import { giveBack } from '@/lib/storage/giveBack.ts';
import { isText } from '@/lib/storage/readParts.ts';
import {
  type ConnectionAddress,
  type Connections,
  connections,
  type Defaults,
  defaults,
  NewerSettings,
  type Preferences,
  preferences,
  type Setting,
  type Templates,
  update,
} from '@/lib/storage/settings.ts';
import type { Permitted } from '@/lib/storage/settingsFile.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { isRecord } from '@/lib/util/isRecord.ts';
import {
  type Event,
  partWith,
  problemOf,
  reduce,
  type State,
  shownValues,
  type Typed,
  textOf,
} from './settingsState.ts';
import { type SettingName, type SettingRow, settingRows, type Values } from './settingsTable.ts';

/**
 * Returns the storage key of a setting's unsaved text. Each setting has its own key, so that two windows with different
 * open boxes do not overwrite each other's text.
 */
const typedKey = (name: SettingName) => `typed:${name}`;

const isTyped = (value: unknown): value is Typed => isRecord(value) && isText(value.base) && isText(value.text);

/** Returns the unsaved texts, which the browser stores until it closes. */
export async function readTyped(): Promise<State['typed']> {
  const stored: Record<string, unknown> = await browser.storage.session
    .get(settingRows.map(({ name }) => typedKey(name)))
    .catch(() => ({}));
  return Object.fromEntries(
    settingRows.flatMap(({ name }) => {
      const typed = stored[typedKey(name)];
      return isTyped(typed) ? [[name, typed]] : [];
    }),
  );
}

/** Stores an unsaved text or, without `typed`, removes it. Never stores a password, or anything in a private window. */
function remember(name: SettingName, typed: Typed | undefined): void {
  if (name === 'hasPassword' || browser.extension?.inIncognitoContext) return;
  const { session } = browser.storage;
  const key = typedKey(name);
  void (typed ? session.set({ [key]: typed }) : session.remove(key)).catch(() => undefined);
}

type Own = Pick<ConnectionAddress, 'id' | 'defaults' | 'templates'>;

/**
 * Returns the only connection, if there is just one. This page then shows its own settings in place of the common ones.
 */
const onlyOne = ({ list }: Connections): Own | undefined => (list.length === 1 ? list[0] : undefined);

/**
 * Returns the part of a connection that can have its own value of a setting. Undefined if connections cannot have their
 * own value.
 */
const partOf = (name: SettingName): 'templates' | 'defaults' | undefined =>
  name in templateFields ? 'templates' : name in defaultFields ? 'defaults' : undefined;

/** Returns the only connection's own settings, except templates that an organisation has fixed for all connections. */
const ownValues = (one: Own | undefined, { fixedTemplates = [] }: Values): Partial<Values> => ({
  ...one?.defaults,
  ...Object.fromEntries(Object.entries(one?.templates ?? {}).filter(([name]) => !fixedTemplates.includes(name))),
});

/** Returns the templates that apply if none are set. All are empty if the connections have several kinds of service. */
export function initialTemplates({ list }: Connections): Templates {
  const [kind, ...others] = new Set(list.map((one) => one.kind));
  return others.length ? { statisticsUrl: '', accountUrl: '', trackingCode: '' } : traitsOf(kind).templates;
}

/** Thrown if another window has removed the connection. */
class Gone extends Error {}

/**
 * If the connection `owner` has its own value of a setting, returns where it is stored: the connection's id, and the
 * part with the value. Otherwise returns undefined, because the common setting applies. `owner`: see `onlyOne`.
 */
function ownOf(name: SettingName, owner: Own | undefined) {
  const part = partOf(name);
  return part && owner?.[part] ? { id: owner.id, part } : undefined;
}

/** Stores changed values in the connection, if it has its own (see `ownOf`), otherwise in the common settings. */
async function store(name: SettingName, part: Partial<Values>, owner: Own | undefined): Promise<unknown> {
  const own = ownOf(name, owner);
  if (own)
    return update(connections, ({ list, ...rest }) => {
      if (!list.some(({ id }) => id === own.id)) throw new Gone();
      const change = (one: ConnectionAddress) => ({ ...one, [own.part]: { ...one[own.part], ...part } });
      return { ...rest, list: list.map((one) => (one.id === own.id ? change(one) : one)) };
    });
  return partOf(name) === 'defaults'
    ? update(defaults, (before) => ({ ...before, ...part }))
    : update(preferences, (before) => ({ ...before, ...part }));
}

/** Returns why a setting could not be read or stored, from the error. */
export const reasonOf = (error: unknown): string =>
  error instanceof Gone
    ? t('options.connection_gone')
    : problemText({ kind: 'setup', code: error instanceof NewerSettings ? 'newer-settings' : 'fault' });

/** The permissions that switches need. Browsers ask for a permission only in the click that turns the switch on. */
const permissions = { badge: 'tabs', notifications: 'notifications' } as const satisfies Record<Permitted, string>;
const isPermitted = (name: SettingName): name is Permitted => Object.hasOwn(permissions, name);

/** Reads which of the switches' permissions Waymark has now. The person can revoke them in the browser's settings. */
export async function readAllowed(): Promise<State['allowed']> {
  const [badge, notifications] = await Promise.all([hasPermission('tabs'), hasPermission('notifications')]);
  return { badge, notifications };
}

export interface SettingsStart {
  preferences: Preferences;
  defaults: Defaults;
  typed: State['typed'];
  allowed: State['allowed'];
}

/**
 * Makes the object that holds the settings' state. Stores typed text at once, because the page may close at any moment.
 */
function hold(start: SettingsStart) {
  let state: State = {
    values: { ...start.defaults, ...start.preferences },
    pressed: {},
    typed: start.typed,
    said: {},
    denied: [],
    allowed: start.allowed,
  };
  let show = (_: State) => {};
  const dispatch = (event: Event) => {
    const { typed } = state;
    state = reduce(state, event);
    show(state);
    for (const { name } of settingRows) if (state.typed[name] !== typed[name]) remember(name, state.typed[name]);
  };
  const follow = <T extends Partial<Values>>(setting: Setting<T>, known: T) =>
    watchSince(setting, (part) => dispatch({ type: 'stored', part }), known);
  const access = () => readAllowed().then((allowed) => dispatch({ type: 'allowed', allowed }));
  return {
    first: state,
    dispatch,
    /**
     * Calls `draw` with the state, now and after every change. Returns functions that stop watching settings and
     * permissions.
     */
    showIn(draw: typeof show) {
      show = draw;
      draw(state);
      return [
        follow(preferences, start.preferences),
        follow(defaults, start.defaults),
        watchAccess(() => void access()),
      ];
    },
  };
}

export function useSettings(start: SettingsStart, all: Connections) {
  const [{ first, dispatch, showIn }] = useState(() => hold(start));
  const state = useWatched(showIn, [showIn], first);
  const initial = initialTemplates(all);
  const owner = onlyOne(all);
  const own = ownValues(owner, state.values);
  const settle = async (row: SettingRow, part: Partial<Values>, stored: Promise<unknown>, text?: string) => {
    try {
      await stored;
      if (!ownOf(row.name, owner)) dispatch({ type: 'stored', part });
      dispatch({ type: 'saved', row, part, text });
    } catch (error) {
      dispatch({ type: 'failed', row, part, reason: isText(error) ? error : reasonOf(error) });
    }
  };
  const set = (row: SettingRow, part: Partial<Values>) => {
    dispatch({ type: 'pressed', part });
    return settle(row, part, store(row.name, part, owner));
  };
  const setPassword = async (row: SettingRow, password: string) => {
    const connection = owner?.defaults ? owner.id : undefined;
    const answer = await ask('keys.defaultPassword', { connection, password });
    const stored = answer.ok ? Promise.resolve() : Promise.reject(problemText(answer.problem));
    return settle(row, { hasPassword: password !== '' }, stored, password);
  };

  const values = shownValues({ ...state, values: { ...state.values, ...own } });
  const saveText = (row: SettingRow, text: string) => {
    const part = partWith(row.name, text, initial);
    return settle(row, part, store(row.name, part, owner), text);
  };
  return {
    values,
    typed: state.typed,
    said: state.said,
    isDenied: (name: SettingName) => state.denied.includes(name),
    textOf: (name: SettingName) => textOf(name, values, initial),
    defaultOf: (name: TemplateName) => initial[name],
    problemOf: (name: SettingName, text: string) => problemOf(name, text, initial),
    set,
    /**
     * Turns a switch on or off. Resolves to whether it was turned on, even if this could not be stored. Call it
     * directly in a click handler; otherwise browsers refuse to ask for a permission.
     */
    turn: async (row: SettingRow, isWanted: boolean): Promise<boolean> => {
      const { name } = row;
      if (isPermitted(name)) {
        const isDone = await (isWanted ? requestPermission(permissions[name]) : giveBack[name]()).catch(() => false);
        // If a permission cannot be given up, the switch still goes off.
        const isDenied = isWanted && !isDone;
        dispatch({ type: 'asked', name, isDenied });
        if (isDenied) return false;
      }
      const asFlag = typeof values[name] === 'number';
      await set(row, { [name]: asFlag ? Number(isWanted) : isWanted });
      return isWanted;
    },
    type: (name: SettingName, typed?: Typed) => dispatch({ type: 'typed', name, typed }),
    save: (row: SettingRow, text: string) =>
      row.control === 'password' ? setPassword(row, text) : saveText(row, text),
    removePassword: (row: SettingRow) => setPassword(row, ''),
  };
}

export type Settings = ReturnType<typeof useSettings>;
