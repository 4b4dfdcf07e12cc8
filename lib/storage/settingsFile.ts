import { inputLimits } from '../util/inputLimits.ts';
import { without } from '../util/without.ts';
import { paired } from './paired.ts';
import { fixedOf, type PolicyInForce, policyInForce } from './policyInForce.ts';
import type { Preset } from './presets.ts';
import {
  type ConnectionAddress,
  type Connections,
  type Defaults,
  defaults as defaultsSetting,
  type Preferences,
} from './settings.ts';
import {
  defaultsTable,
  type Fault,
  type FiledConnection,
  filedConnectionTable,
  list,
  object,
  preferencesTable,
  presetTable,
  type Reader,
  type WrittenDefaults,
  type WrittenPreferences,
} from './writtenSettings.ts';

/** The settings that can be exported: all except secrets. */
export interface Settings {
  connections: Connections;
  defaults: Defaults;
  presets: Preset[];
  preferences: Preferences;
}

/** The version of the files that this Waymark writes, and the newest that it reads. */
const version = 1;
/** The largest file that is read (bytes): more than storage holds would only freeze the page. */
export const maxSettingsFile = 5_000_000;

interface FileContents {
  connections: FiledConnection[];
  defaults: Partial<WrittenDefaults>;
  presets: Partial<Preset>[];
  preferences: Partial<WrittenPreferences>;
}

/** The fields of each part that a file may contain; connections without address and presets without name are dropped. */
const contents = object<FileContents>({
  connections: list(
    object(filedConnectionTable, 'analyticsUrl') as Reader<FiledConnection>,
    ({ id }) => id ?? {},
    inputLimits.connections,
  ),
  defaults: object(defaultsTable),
  presets: list(object(presetTable, 'name'), ({ name }) => name),
  preferences: object(preferencesTable),
});

/** The settings as a file without secrets, and the faults that keep values out of it. `release`: this Waymark's. */
export function settingsFile({ connections, ...rest }: Settings, release: string): { text: string; faults: Fault[] } {
  const faults: Fault[] = [];
  // Unknown fields are left out on purpose: they are secret, or detected at the service.
  const tell = (fault: Fault) => void (fault.reason !== 'unknown' && faults.push(fault));
  const written = contents.read({ connections: connections.list, ...rest }, '', tell);
  const text = `${JSON.stringify({ waymark: 'settings', version, release, ...written }, undefined, 2)}\n`;
  return { text, faults };
}

/** Why a file cannot be read at all. `release`: the newer Waymark that wrote it, if it says so. */
export type Refused = { refused: 'too-large' | 'not-json' | 'not-settings' } | { refused: 'newer'; release?: string };

/** The usable contents of a file, and its faults. */
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

/** One connection or preset before and after the import. */
interface Merged<T> {
  before: T | undefined;
  after: T;
}

/**
 * Merges each connection of a file with the stored one that it matches by name, or else by id. Fields that an organisation has
 * fixed stay.
 */
function mergeConnections(here: Settings, filed: readonly FiledConnection[] = [], policy = policyInForce.fallback) {
  const pairs = paired(
    filed,
    here.connections.list,
    (one, { name }) => one.name !== undefined && one.name === name,
    (one, { id }) => one.id === id,
  );
  return filed.map((one): Merged<ConnectionAddress> => {
    const before = pairs.get(one);
    const own = without(one, fixedOf(policy, before?.id));
    return { before, after: { ...(before ?? newConnection(one)), ...changesTo(before, own, here.defaults) } };
  });
}

/** Gets a new id, because ids name stored keys, and the author of a file must not choose them. */
const newConnection = ({ analyticsUrl }: FiledConnection) => ({
  id: crypto.randomUUID(),
  analyticsUrl,
  account: crypto.randomUUID(),
});

/** A stored connection keeps its detected kind. Another SEO service needs a new account. */
function changesTo(
  before: ConnectionAddress | undefined,
  { id: _, kind, defaults, templates, ...filed }: FiledConnection,
  common: Defaults,
): Partial<ConnectionAddress> {
  const none = { statisticsUrl: '', trackingCode: '', accountUrl: '' };
  return {
    ...filed,
    ...(kind && !before ? { kind } : {}),
    ...(defaults ? { defaults: { ...(before?.defaults ?? common), ...defaults } } : {}),
    ...(templates ? { templates: { ...none, ...before?.templates, ...templates } } : {}),
    ...(filed.seoUrl && filed.seoUrl !== before?.seoUrl ? { seoAccount: crypto.randomUUID() } : {}),
  };
}

const mergePresets = (here: readonly Preset[], filed: readonly Partial<Preset>[] = []) =>
  filed.map((one): Merged<Preset> => {
    const before = here.find(({ name }) => name === one.name);
    const { hasPassword: _, ...initial } = defaultsSetting.fallback;
    return { before, after: { ...initial, password: 'each', ...before, ...one } as Preset };
  });

/** The preferences that need a permission, so only the person can turn them on. */
const permitted = ['badge', 'notifications'] as const;
export type Permitted = (typeof permitted)[number];

const leftOff = (here: Preferences, filed: Partial<WrittenPreferences>): Permitted[] =>
  permitted.filter((name) => filed[name] && !here[name]);

/** The preferences of a file, except those that an organisation has fixed. */
const changeable = ({ preferences = {} }: Partial<FileContents>, { fixed }: PolicyInForce) =>
  without(preferences, fixed);

/** Replaces entries of `here` by their merged versions, and appends new ones. */
const into = <T>(here: readonly T[], merged: readonly Merged<T>[]): T[] => [
  ...here.map((one) => merged.find(({ before }) => before === one)?.after ?? one),
  ...merged.flatMap(({ before, after }) => (before ? [] : [after])),
];

/** The settings after the import; `here` and the policy may have changed since the plan was shown. */
export const merged = (here: Settings, file: Partial<FileContents>, policy = policyInForce.fallback): Settings => ({
  connections: {
    ...here.connections,
    list: into(here.connections.list, mergeConnections(here, file.connections, policy)),
  },
  defaults: { ...here.defaults, ...file.defaults },
  presets: into(here.presets, mergePresets(here.presets, file.presets)),
  preferences: {
    ...here.preferences,
    ...changeable(file, policy),
    ...Object.fromEntries(leftOff(here.preferences, changeable(file, policy)).map((name) => [name, false])),
  },
});

/** A field whose value changes. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** What an import does to one connection, one preset, the defaults or the preferences. */
export interface PartChange {
  part: keyof Settings;
  /** The name of the connection or preset. */
  name?: string;
  outcome: 'added' | 'changed' | 'unchanged';
  /** The changed fields; for an added part, all except its name. */
  fields: FieldChange[];
}

/** Flattens the nested fields; the names of defaults and templates do not collide with others. */
const flat = ({ defaults, templates, ...rest }: Record<string, unknown>) =>
  ({ ...rest, ...(defaults ?? {}), ...(templates ?? {}) }) as Record<string, unknown>;

/** Not set by a person, or secret. */
const unshown: ReadonlySet<string> = new Set(['id', 'account', 'seoAccount', 'kind', 'hasPassword']);

function changeOf(part: keyof Settings, { before, after }: Merged<object>, name?: string): PartChange {
  const [old, now] = [flat({ ...before }), flat({ ...after })];
  const fields = Object.keys(now)
    .map((field) => ({ field, before: old[field], after: now[field] }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
    .filter(({ field, after }) => !unshown.has(field) && (before || after !== name));
  const outcome = before ? (fields.length ? 'changed' : 'unchanged') : 'added';
  return { part, ...(name === undefined ? {} : { name }), outcome, fields };
}

/** What an import would do. */
export interface Plan {
  changes: PartChange[];
  /** Preferences that the file turns on and the person has to turn on here. */
  leftOff: Permitted[];
}

/** What the import of a file would change. */
export function planned(file: Partial<FileContents>, here: Settings, policy = policyInForce.fallback): Plan {
  const after = merged(here, file, policy);
  const whole = (part: 'defaults' | 'preferences') =>
    file[part] ? [changeOf(part, { before: here[part], after: after[part] })] : [];
  return {
    changes: [
      ...mergeConnections(here, file.connections, policy).map((one) =>
        changeOf('connections', one, one.after.name ?? one.after.analyticsUrl),
      ),
      ...whole('defaults'),
      ...mergePresets(here.presets, file.presets).map((one) => changeOf('presets', one, one.after.name)),
      ...whole('preferences'),
    ],
    leftOff: leftOff(here.preferences, changeable(file, policy)),
  };
}
