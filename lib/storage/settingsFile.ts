import {
  type ConnectionAddress,
  type Connections,
  type Defaults,
  defaults as defaultsSetting,
  type Preferences,
  type Preset,
} from './settings.ts';
import {
  connectionTable,
  defaultsTable,
  type Fault,
  filedConnectionTable,
  list,
  object,
  preferencesTable,
  presetTable,
} from './writtenSettings.ts';

/** What a person may take along: all settings but secrets. */
export interface Settings {
  connections: Connections;
  defaults: Defaults;
  presets: Preset[];
  preferences: Preferences;
}

/** The form of the files that this Waymark writes, and the newest that it reads. */
const version = 1;
/** The largest file that is read (bytes); ten times what storage would hold would only stop the page. */
export const maxSettingsFile = 5_000_000;

const contents = object<FileContents>({
  connections: list(object(filedConnectionTable, 'analyticsUrl'), ({ id }) => id ?? {}),
  defaults: object(defaultsTable),
  presets: list(object(presetTable, 'name'), ({ name }) => name),
  preferences: object(preferencesTable),
});

type FiledConnection = Partial<Pick<ConnectionAddress, keyof typeof filedConnectionTable>>;
interface FileContents {
  connections: FiledConnection[];
  defaults: Partial<Omit<Defaults, 'hasPassword'>>;
  presets: Partial<Preset>[];
  preferences: Partial<Preferences>;
}

const picked = (value: object, table: object): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(table, name)));

/** The settings as a file, without any secret. `release`: this Waymark's. */
export function settingsFile({ connections, defaults, presets, preferences }: Settings, release: string): string {
  const written = {
    waymark: 'settings',
    version,
    release,
    connections: connections.list.map((one) => picked(one, filedConnectionTable)),
    defaults: picked(defaults, defaultsTable),
    presets: presets.map((one) => picked(one, presetTable)),
    preferences: picked(preferences, preferencesTable),
  };
  return `${JSON.stringify(written, undefined, 2)}\n`;
}

/** Why nothing can be taken from a file. `release`: the newer Waymark that wrote it, where it says so. */
export type Refused = { refused: 'too-large' | 'not-json' | 'not-settings' } | { refused: 'newer'; release?: string };

/** What is usable of a file, and what is not. */
export type ReadFile = { contents: Partial<FileContents>; faults: Fault[] };

/** Reads a file that `settingsFile` has written, perhaps in another browser, and perhaps changed by hand. */
export function readSettingsFile(text: string): ReadFile | Refused {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { refused: 'not-json' };
  }
  const { waymark, version: written, release, ...rest } = Object(parsed) as Record<string, unknown>;
  if (waymark !== 'settings' || typeof written !== 'number' || written < 1) return { refused: 'not-settings' };
  if (written > version)
    return { refused: 'newer', ...(typeof release === 'string' ? { release: release.slice(0, 20) } : {}) };
  const faults: Fault[] = [];
  const read = contents.read(rest, '', (fault) => void faults.push(fault));
  return { contents: read ?? {}, faults };
}

/** One thing of a file, as it was here and as it will be. */
interface Merged<T> {
  before: T | undefined;
  after: T;
}

/** Each of the file's connections; of several here with its address that with its name, else its id, else the first. */
function mergeConnections(here: readonly ConnectionAddress[], filed: readonly FiledConnection[]) {
  const taken = new Set<ConnectionAddress>();
  return filed.map((one): Merged<ConnectionAddress> => {
    const same = here.filter((other) => other.analyticsUrl === one.analyticsUrl && !taken.has(other));
    const before = same.find(({ name }) => name === one.name) ?? same.find(({ id }) => id === one.id) ?? same[0];
    if (before) taken.add(before);
    return { before, after: before ? changedConnection(before, one) : newConnection(here, one) };
  });
}

/** What kind a connection is of has been found at the service. Another SEO service has other accounts. */
const changedConnection = (
  before: ConnectionAddress,
  { id: _, kind, ...filed }: FiledConnection,
): ConnectionAddress => ({
  ...before,
  ...filed,
  ...(before.kind || !kind ? {} : { kind }),
  ...(filed.seoUrl && filed.seoUrl !== before.seoUrl ? { seoAccount: crypto.randomUUID() } : {}),
});

function newConnection(here: readonly ConnectionAddress[], filed: FiledConnection): ConnectionAddress {
  const isFree = filed.id !== undefined && here.every(({ id }) => id !== filed.id);
  return {
    ...(filed as ConnectionAddress),
    id: isFree && filed.id ? filed.id : crypto.randomUUID(),
    account: crypto.randomUUID(),
    ...(filed.seoUrl ? { seoAccount: crypto.randomUUID() } : {}),
  };
}

const mergePresets = (here: readonly Preset[], filed: readonly Partial<Preset>[]) =>
  filed.map((one): Merged<Preset> => {
    const before = here.find(({ name }) => name === one.name);
    const { hasPassword: _, ...initial } = defaultsSetting.fallback;
    return { before, after: { ...initial, password: 'each', ...before, ...one } as Preset };
  });

/** The preferences that need a permission: only the person turns them on. */
const permitted = ['badge', 'notifications'] as const;
export type Permitted = (typeof permitted)[number];

const leftOff = (here: Preferences, filed: Partial<Preferences> = {}): Permitted[] =>
  permitted.filter((name) => filed[name] && !here[name]);

/** `here` with what was merged in the place of what it was made from, and the new at the end. */
const into = <T>(here: readonly T[], merged: readonly Merged<T>[]): T[] => [
  ...here.map((one) => merged.find(({ before }) => before === one)?.after ?? one),
  ...merged.flatMap(({ before, after }) => (before ? [] : [after])),
];

/** How each setting changes: `update` may run it on what another window has stored since. */
export const merges = {
  connections: (here: Connections, { connections = [] }: Partial<FileContents>): Connections => ({
    ...here,
    list: into(here.list, mergeConnections(here.list, connections)),
  }),
  defaults: (here: Defaults, { defaults }: Partial<FileContents>): Defaults => ({ ...here, ...defaults }),
  presets: (here: Preset[], { presets = [] }: Partial<FileContents>): Preset[] =>
    into(here, mergePresets(here, presets)),
  preferences: (here: Preferences, { preferences }: Partial<FileContents>): Preferences => ({
    ...here,
    ...preferences,
    ...Object.fromEntries(leftOff(here, preferences).map((name) => [name, false])),
  }),
};

/** A field whose value changes. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** What an import does to one connection, one preset, the defaults or the preferences. */
export interface Change {
  part: keyof Settings;
  /** A connection's or a preset's. */
  name?: string;
  outcome: 'added' | 'changed' | 'unchanged';
  /** Of what changes; of what is added, all that it has beside its name. */
  fields: FieldChange[];
}

function changeOf(part: keyof Settings, table: object, { before, after }: Merged<object>, name?: string): Change {
  const [old, now] = [before ?? {}, after] as Record<string, unknown>[];
  const fields = Object.keys(table)
    .map((field) => ({ field, before: old?.[field], after: now?.[field] }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
    .filter(({ after }) => before || after !== name);
  const outcome = before ? (fields.length ? 'changed' : 'unchanged') : 'added';
  return { part, ...(name === undefined ? {} : { name }), outcome, fields };
}

/** What an import would do. */
export interface Plan {
  changes: Change[];
  /** Preferences that the file turns on and the person has to turn on here. */
  leftOff: Permitted[];
}

/** What the import of a file would do to what is stored here. */
export function planned(file: Partial<FileContents>, here: Settings): Plan {
  const whole = (part: 'defaults' | 'preferences', table: object) =>
    file[part] ? [changeOf(part, table, { before: here[part], after: merges[part](here[part] as never, file) })] : [];
  return {
    changes: [
      ...mergeConnections(here.connections.list, file.connections ?? []).map((one) =>
        changeOf('connections', connectionTable, one, one.after.name ?? one.after.analyticsUrl),
      ),
      ...whole('defaults', defaultsTable),
      ...mergePresets(here.presets, file.presets ?? []).map((one) =>
        changeOf('presets', presetTable, one, one.after.name),
      ),
      ...whole('preferences', preferencesTable),
    ],
    leftOff: leftOff(here.preferences, file.preferences),
  };
}
