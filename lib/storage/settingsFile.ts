import { inputLimits } from '../util/inputLimits.ts';
import { isRecord } from '../util/isRecord.ts';
import { isSame } from '../util/isSame.ts';
import { without } from '../util/without.ts';
import { connectionFields, defaultFields, type Names, namesIn, preferenceFields, type Written } from './fields.ts';
import { hasSameName, into, isAtSame, newConnection, whole, withSeoAccount } from './merging.ts';
import { fixedOf, type PolicyInForce, policyInForce } from './policyInForce.ts';
import { type Preset, presetFields } from './presets.ts';
import { readFields } from './readParts.ts';
import type { ConnectionAddress, Connections, Defaults, Preferences } from './settings.ts';
import { type Fault, readWritten, type WrittenTable } from './writtenSettings.ts';

/** The settings that can be exported, which are all except secrets. */
export interface Settings {
  connections: Connections;
  defaults: Defaults;
  presets: Preset[];
  preferences: Preferences;
}

/** The version number of settings files. A file with a greater number comes from a newer Waymark and is refused. */
const version = 1;
/** The maximum size of a settings file (bytes). A larger file would freeze the page, and could not be stored. */
export const maxSettingsFile = 5_000_000;

/** The parts of a settings file. Connections without an address and presets without a name are left out. */
const parts = {
  connections: {
    type: 'list',
    of: { type: 'record', fields: connectionFields },
    key: ({ id }: { id?: string }) => id ?? {},
    most: inputLimits.connections,
  },
  defaults: { type: 'record', fields: defaultFields },
  presets: { type: 'list', of: { type: 'record', fields: presetFields }, key: ({ name }: { name: string }) => name },
  preferences: { type: 'record', fields: preferenceFields },
} as const satisfies WrittenTable;
type FileContents = Written<typeof parts>;

/**
 * Returns the text of a settings file, without secrets. `faults`: which other values are missing in it, and why.
 * `release`: the version of this Waymark.
 */
export function settingsFile({ connections, ...rest }: Settings, release: string): { text: string; faults: Fault[] } {
  const { read, faults } = readWritten(parts, { connections: connections.list, ...rest }, 'file');
  const text = `${JSON.stringify({ waymark: 'settings', version, release, ...read }, undefined, 2)}\n`;
  // Fields that the file may not contain have the fault `unknown`. They are left out on purpose, because they are
  // secret or detected.
  return { text, faults: faults.filter(({ reason }) => reason !== 'unknown') };
}

/** Why a file cannot be read as a settings file. `release`: the newer version of Waymark that wrote it, if known. */
export type Refused = { refused: 'too-large' | 'not-json' | 'not-settings' } | { refused: 'newer'; release?: string };

/** The usable contents of a settings file, and the faults of its other contents. */
export type ReadFile = { contents: FileContents; faults: Fault[] };

/** Reads the text of a settings file. The file may come from another browser, and may have been edited by hand. */
export function readSettingsFile(text: string): ReadFile | Refused {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { refused: 'not-json' };
  }
  const { waymark, version: since, release, ...rest } = Object(parsed) as Record<string, unknown>;
  if (waymark !== 'settings' || typeof since !== 'number' || since < 1) return { refused: 'not-settings' };
  if (since > version)
    return { refused: 'newer', ...(typeof release === 'string' ? { release: release.slice(0, 20) } : {}) };
  const { read, faults } = readWritten(parts, rest, 'file');
  return { contents: read, faults };
}

/**
 * Merges a file's connections into the stored ones. Each of them changes a stored connection at the same address, or is
 * added. If several stored connections have the address, it changes the one with the same name (and, if several have
 * it, the same id), else the one with the same id, else the first one.
 */
function withConnections(here: Settings, { connections: filed = [], defaults }: FileContents, policy: PolicyInForce) {
  type One = { id?: string; name?: string };
  const hasSameId = (one: One, { id }: ConnectionAddress) => one.id === id;
  const hasSameBoth = (one: One, entry: ConnectionAddress) => hasSameName(one, entry) && hasSameId(one, entry);
  const list = into(here.connections.list, filed, isAtSame, [hasSameBoth, hasSameName, hasSameId], (one, before) => {
    const start = before ?? newConnection(one.analyticsUrl);
    // A stored connection keeps its detected kind, and the values that an organisation has fixed.
    const { id: _, kind, ...fields } = without(one, fixedOf(policy, before?.id));
    const { team, teamName = team } = fields;
    const changes = {
      ...(kind && !before && { kind }),
      ...whole(fields, { defaults: { ...here.defaults, ...defaults }, ...before }),
      ...(team && { teamName }),
    };
    return withSeoAccount(start, { ...start, ...changes });
  });
  // A rule that the file gives to one connection is removed from all others, as if the person had moved it. The file
  // cannot say by itself that a connection has lost a rule.
  const isOfFile = ({ rules }: ConnectionAddress) => filed.some((one) => one.rules && one.rules === rules);
  const given = new Set(list.filter(isOfFile).flatMap(({ rules = [] }) => rules));
  return list.map((one) => {
    const { id, rules = [] } = one;
    const left = rules.filter((rule) => !given.has(rule));
    const isKept = left.length === rules.length || isOfFile(one) || fixedOf(policy, id).includes('rules');
    return isKept ? one : { ...one, rules: left };
  });
}

/** The names of preferences that need a browser permission, so that only the person can turn them on. */
export type Permitted = Names<typeof preferenceFields, { type: 'permission' }>;
const permitted = namesIn(preferenceFields, ({ type }) => type === 'permission') as Permitted[];

/**
 * Returns the preferences to take from a file. Leaves out those that an organisation has fixed, and those that would be
 * turned on but need a permission (`leftOff`: the names of these).
 */
function withoutPermitted(here: Preferences, filed: FileContents['preferences'] = {}, { fixed }: PolicyInForce) {
  const preferences = without(filed, fixed);
  const leftOff = permitted.filter((name) => preferences[name] && !here[name]);
  return { preferences: without(preferences, leftOff), leftOff };
}

/**
 * Merges a file's settings into the present settings (`here`). Read `here` again right before an import, because the
 * settings may have changed since `planned` was called.
 */
export const merged = (here: Settings, file: FileContents, policy = policyInForce.fallback): Settings => ({
  connections: { ...here.connections, list: withConnections(here, file, policy) },
  defaults: { ...here.defaults, ...file.defaults },
  presets: into(
    here.presets,
    file.presets ?? [],
    hasSameName,
    [],
    (one, before) => readFields(presetFields, { ...before, ...one }) as Preset,
  ),
  preferences: { ...here.preferences, ...withoutPermitted(here.preferences, file.preferences, policy).preferences },
});

/** A field whose value an import changes. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** The changes that an import makes to one connection, one preset, the defaults or the preferences. */
export interface PartChange {
  part: keyof Settings;
  name?: string;
  outcome: 'added' | 'changed' | 'unchanged';
  /** The changed fields. For a new connection or preset: all fields except its name. */
  fields: FieldChange[];
}

/**
 * The fields that are not shown as changes, because they are secret or not set by the person. They include the team's
 * id, because its name is shown.
 */
const unshown = [connectionFields, defaultFields]
  .flatMap((table) => namesIn(table, ({ only }) => only))
  .filter((name) => name !== 'teamName');

/** Returns the fields of an object, with each nested object replaced with its fields. All names must be different. */
const flat = (one: object): [string, unknown][] =>
  Object.entries(one).flatMap(([name, value]) => (isRecord(value) ? Object.entries(value) : [[name, value]]));

function changeOf(part: keyof Settings, before: object | undefined, after: object, name?: string): PartChange {
  const old = Object.fromEntries(flat({ ...before }));
  const fields = flat(after)
    .map(([field, value]) => ({ field, before: old[field], after: value }))
    .filter(({ before, after }) => !isSame(before, after))
    .filter(({ field, after }) => !unshown.includes(field) && (before || after !== name));
  const outcome = before ? (fields.length ? 'changed' : 'unchanged') : 'added';
  return { part, ...(name === undefined ? {} : { name }), outcome, fields };
}

/** Returns the changes that an import makes to a list. `key`: the field that identifies an entry. */
function entryChanges<T extends { name?: string; analyticsUrl?: string }>(
  part: keyof Settings,
  key: keyof T,
  here: readonly T[],
  after: readonly T[],
): PartChange[] {
  const before = new Map(here.map((one) => [one[key], one]));
  const filed = after.filter((one) => !here.includes(one));
  return filed.map((one) => changeOf(part, before.get(one[key]), one, one.name ?? one.analyticsUrl));
}

/** The changes that the import of a settings file would make. */
export interface Plan {
  changes: PartChange[];
  /** The preferences that are on in the file but stay off, because the person must grant a permission for them. */
  leftOff: Permitted[];
}

/** Returns the changes that the import of a file would make to the present settings (`here`). */
export function planned(file: FileContents, here: Settings, policy = policyInForce.fallback): Plan {
  const after = merged(here, file, policy);
  const whole = (part: 'defaults' | 'preferences') => (file[part] ? [changeOf(part, here[part], after[part])] : []);
  return {
    changes: [
      ...entryChanges('connections', 'id', here.connections.list, after.connections.list),
      ...whole('defaults'),
      ...entryChanges('presets', 'name', here.presets, after.presets),
      ...whole('preferences'),
    ],
    leftOff: withoutPermitted(here.preferences, file.preferences, policy).leftOff,
  };
}
