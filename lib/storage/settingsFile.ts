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

interface FileContents {
  connections: FiledConnection[];
  defaults: Partial<WrittenDefaults>;
  presets: Partial<Preset>[];
  preferences: Partial<Preferences>;
}

/** Of each part what has a place in a file, and of each connection and preset nothing without its name. */
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

/** The settings as a file, without any secret, and what a file has no room for. `release`: this Waymark's. */
export function settingsFile({ connections, ...rest }: Settings, release: string): { text: string; faults: Fault[] } {
  const faults: Fault[] = [];
  // What a file does not know is secret, or found out at the service.
  const tell = (fault: Fault) => void (fault.reason !== 'unknown' && faults.push(fault));
  const written = contents.read({ connections: connections.list, ...rest }, '', tell);
  const text = `${JSON.stringify({ waymark: 'settings', version, release, ...written }, undefined, 2)}\n`;
  return { text, faults };
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

/**
 * Each of the file's connections, with that here which is meant: told by its name where it has one, else by its id. What an
 * organisation has fixed of it stays.
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

/** Its id is drawn anew: it names keys, and whoever wrote the file must not choose that. */
const newConnection = ({ analyticsUrl }: FiledConnection) => ({
  id: crypto.randomUUID(),
  analyticsUrl,
  account: crypto.randomUUID(),
});

/** What is here already is of the kind that was found at its service, if any. Another SEO service has other accounts. */
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

/** The preferences that need a permission: only the person turns them on. */
const permitted = ['badge', 'notifications'] as const;
export type Permitted = (typeof permitted)[number];

const leftOff = (here: Preferences, filed: Partial<Preferences>): Permitted[] =>
  permitted.filter((name) => filed[name] && !here[name]);

/** The preferences of a file but for what an organisation has fixed. */
const changeable = ({ preferences = {} }: Partial<FileContents>, { fixed }: PolicyInForce) =>
  without(preferences, fixed);

/** `here` with what was merged in the place of what it was made from, and the new at the end. */
const into = <T>(here: readonly T[], merged: readonly Merged<T>[]): T[] => [
  ...here.map((one) => merged.find(({ before }) => before === one)?.after ?? one),
  ...merged.flatMap(({ before, after }) => (before ? [] : [after])),
];

/** What the settings become; `here` and what an organisation has fixed may have been changed since the plan was shown. */
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
  /** A connection's or a preset's. */
  name?: string;
  outcome: 'added' | 'changed' | 'unchanged';
  /** Of what changes; of what is added, all that it has beside its name. */
  fields: FieldChange[];
}

/** All fields in one row: those of a connection's own defaults and pages have names of their own. */
const flat = ({ defaults, templates, ...rest }: Record<string, unknown>) =>
  ({ ...rest, ...(defaults ?? {}), ...(templates ?? {}) }) as Record<string, unknown>;

/** Not of a person's making, or secret. */
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

/** What the import of a file would do to what is stored here. */
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
