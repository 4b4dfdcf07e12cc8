import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { dropTabs, requestNotifications, requestTabs } from '@/lib/connections/permissions.ts';
import type { TemplateName } from '@/lib/connections/urlTemplates.ts';
import { ask } from '@/lib/messages/ask.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { giveBackNotifications } from '@/lib/storage/auditRepeats.ts';
import { defaultFields, templateFields } from '@/lib/storage/fields.ts';
import { isText, readTable } from '@/lib/storage/readParts.ts';
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
  setNow,
  type Templates,
  update,
} from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { isRecord } from '@/lib/util/isRecord.ts';
import { isSame } from '@/lib/util/isSame.ts';
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
import type { SettingName, SettingRow, Values } from './settingsTable.ts';

/** What is typed and not saved, until the browser closes. */
export const typedSettings: Setting<State['typed']> & { area: 'session' } = {
  key: 'typedSettings',
  area: 'session',
  version: 1,
  fallback: {},
  parse: (value) =>
    readTable(value, (one): Typed | undefined =>
      isRecord(one) && isText(one.base) && typeof one.text === 'string'
        ? { base: one.base, text: one.text }
        : undefined,
    ),
};

type Own = Pick<ConnectionAddress, 'id' | 'defaults' | 'templates'>;

/** With one connection, settings of its own are the ones that count, so they are shown and changed in place of the common ones. */
const onlyOne = ({ list }: Connections): Own | undefined => (list.length === 1 ? list[0] : undefined);

/** The part of a connection that has a setting, if a connection can have its own. */
const partOf = (name: SettingName) =>
  name in templateFields ? 'templates' : name in defaultFields ? 'defaults' : undefined;

/** What the only connection has of its own. A template that an organisation has fixed holds for it, too. */
const ownValues = (one: Own | undefined, { fixedTemplates = [] }: Values): Partial<Values> => ({
  ...one?.defaults,
  ...Object.fromEntries(Object.entries(one?.templates ?? {}).filter(([name]) => !fixedTemplates.includes(name))),
});

/** What stands for an empty template; nothing where the connected kinds differ. */
export function initialTemplates({ list }: Connections): Templates {
  const [kind, ...others] = new Set(list.map((one) => one.kind));
  return others.length ? { statisticsUrl: '', accountUrl: '', trackingCode: '' } : traitsOf(kind).templates;
}

/** The connection was removed in another window. */
class Gone extends Error {}

/** Stores a part of the settings where it counts. */
async function store(name: SettingName, part: Partial<Values>, owner: Own | undefined): Promise<unknown> {
  const owned = partOf(name);
  if (owned && owner?.[owned])
    return update(connections, ({ list, ...rest }) => {
      if (!list.some(({ id }) => id === owner.id)) throw new Gone();
      const change = (one: ConnectionAddress) => ({ ...one, [owned]: { ...one[owned], ...part } });
      return { ...rest, list: list.map((one) => (one.id === owner.id ? change(one) : one)) };
    });
  return owned === 'defaults'
    ? update(defaults, (before) => ({ ...before, ...part }))
    : update(preferences, (before) => ({ ...before, ...part }));
}

const reasonOf = (error: unknown): string =>
  error instanceof Gone
    ? t('options.connection_gone')
    : problemText({ kind: 'setup', code: error instanceof NewerSettings ? 'newer-settings' : 'fault' });

/** The permissions that switches need. Each is asked for in the click that turns its switch on. */
const permissions: Partial<Record<SettingName, { request: () => Promise<boolean>; drop: () => Promise<boolean> }>> = {
  badge: { request: requestTabs, drop: dropTabs },
  notifications: { request: requestNotifications, drop: giveBackNotifications },
};

export interface SettingsStart {
  preferences: Preferences;
  defaults: Defaults;
  typed: State['typed'];
  /** Whether the browser lets Waymark show notifications; without that, they start as off whatever is stored. */
  mayNotify: boolean;
}

const firstState = ({ preferences, defaults, typed, mayNotify }: SettingsStart): State => ({
  values: { ...defaults, ...preferences, notifications: preferences.notifications && mayNotify },
  pressed: {},
  typed,
  said: {},
  denied: [],
});

/** A password is in no storage before it is saved, and a private window leaves nothing. */
function remember({ hasPassword: _, ...texts }: State['typed']): void {
  if (!browser.extension?.inIncognitoContext) void setNow(typedSettings, texts).catch(() => undefined);
}

/** The state, and the way to tell it of an event. What is typed is stored at once: the page may be closed in the same moment. */
function useStore(start: SettingsStart) {
  const [state, setState] = useState(() => firstState(start));
  const now = useRef(state);
  const dispatch = useCallback((event: Event) => {
    const { typed } = now.current;
    now.current = reduce(now.current, event);
    setState(now.current);
    if (now.current.typed !== typed) remember(now.current.typed);
  }, []);
  return [state, dispatch] as const;
}

/** The settings of this page as they are shown, and everything that can be done with one. */
export function useSettings(start: SettingsStart, all: Connections) {
  const [state, dispatch] = useStore(start);
  const initial = initialTemplates(all);
  const owner = onlyOne(all);
  const own = ownValues(owner, state.values);
  useEffect(() => {
    const follow = <T extends Partial<Values>>(setting: Setting<T>, known: T) =>
      watchSince(
        setting,
        (part) => dispatch({ type: 'stored', part }),
        (now) => isSame(now, known),
      );
    const stops = [follow(preferences, start.preferences), follow(defaults, start.defaults)];
    return () => stops.forEach((stop) => void stop());
  }, [start, dispatch]);
  const settle = async (row: SettingRow, part: Partial<Values>, stored: Promise<unknown>, text?: string) => {
    try {
      await stored;
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
    /** What a template is without one of the person's. */
    defaultOf: (name: TemplateName) => initial[name],
    problemOf: (name: SettingName, text: string) => problemOf(name, text, initial),
    set,
    /** Called directly in the click, because the browser prompts for a permission. Resolves to whether the switch is on. */
    turn: async (row: SettingRow, isWanted: boolean): Promise<boolean> => {
      const permission = permissions[row.name];
      const granted = !permission
        ? isWanted
        : isWanted
          ? permission.request().catch(() => false)
          : permission.drop().then(() => false);
      const isOn = await granted;
      dispatch({ type: 'asked', name: row.name, isDenied: isWanted && !isOn });
      const asFlag = typeof values[row.name] === 'number';
      await set(row, { [row.name]: asFlag ? Number(isOn) : isOn });
      return isOn;
    },
    type: (name: SettingName, typed?: Typed) => dispatch({ type: 'typed', name, typed }),
    save: (row: SettingRow, text: string) =>
      row.control === 'password' ? setPassword(row, text) : saveText(row, text),
    removePassword: (row: SettingRow) => setPassword(row, ''),
  };
}

export type Settings = ReturnType<typeof useSettings>;
