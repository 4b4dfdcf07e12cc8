import { type TrackerKind, type TrackerRow, trackerRows } from './table.ts';

/** The parts of a page that show which trackers it has. */
export interface Embeds {
  /**
   * The addresses of scripts and frames, and of images for browsers without scripts. Each comes with its element's
   * `data-` attributes.
   */
  addresses: readonly (readonly [address: string, data: readonly (readonly [name: string, value: string])[]])[];
  /** The parts of inline scripts that match `callPattern`. */
  calls: readonly string[];
}

/**
 * Limits on the data taken from a page. `addresses`, `calls` and `data` (attributes per element) count entries. The
 * others count characters: `characters` of an entry, `address` of an address before it is parsed, `code` of all inline
 * scripts together.
 */
export const maxEmbeds = {
  addresses: 500,
  calls: 100,
  data: 20,
  characters: 400,
  address: 2_000,
  code: 2_000_000,
} as const;

/** A tracker on a page. `ids`: the ids under which it reports. `numbered`: set if these ids are plain site numbers. */
export interface Tracker {
  name: string;
  is: TrackerKind;
  ids: readonly string[];
  numbered?: true;
}

/** Returns the source of a regular expression for the calls of all trackers in inline scripts. */
export const callPattern = (): string => trackerRows.flatMap(({ call }) => call?.source ?? []).join('|');

/**
 * Returns the names of the attributes that reveal a tracker or its id. They are read first if an element has too many
 * attributes.
 */
export const trackerAttributes = (): string[] => [
  ...new Set(trackerRows.flatMap(({ attribute }) => (attribute ? [attribute[0]] : []))),
];

/**
 * Returns the id that a pattern finds in a text, '' if the pattern matches without an id, or undefined if it does not
 * match.
 */
const idIn = (text: string, pattern: RegExp | undefined): string | undefined => {
  const match = pattern?.exec(text);
  return match ? (match.slice(1).find(Boolean) ?? '') : undefined;
};

type EmbeddedAddress = Embeds['addresses'][number];

function idOfAddress([address, data]: EmbeddedAddress, row: TrackerRow): string | undefined {
  const { address: pattern, attribute, both } = row;
  const value = attribute && data.find(([name]) => name === attribute[0])?.[1];
  const named = value === undefined ? undefined : idIn(value, attribute?.[1]);
  if (!pattern) return named;
  if (both && named === undefined) return undefined;
  const id = idIn(withoutScheme(address), pattern);
  return id === undefined ? undefined : id || (named ?? '');
}

/** Returns the names of the trackers of one kind, separated by commas, or '' if there are none. */
export const namesOf = (trackers: readonly Tracker[], kind: TrackerKind): string =>
  trackers
    .filter(({ is }) => is === kind)
    .map(({ name }) => name)
    .join(', ');

const apart: ReadonlySet<string> = new Set(trackerRows.flatMap(({ name, apart }) => (apart ? [name] : [])));

/**
 * Leaves out the tag managers on an open page, because the page already contains the scripts that they added. Keeps
 * those named in `apart`, whose scripts run outside the page.
 */
export const withoutVisibleManagers = (trackers: readonly Tracker[]): Tracker[] =>
  trackers.filter(({ is, name }) => is !== 'manager' || apart.has(name));

/** The maximum number of ids returned for a tracker. A page may contain any number. */
const maxIds = 3;

const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '');

/**
 * Returns each tracker, tag manager and consent tool on a page once, with up to three ids. Ignores addresses of the
 * connected service. `own`: the service's host, or its whole address without the scheme (see `nameAt`). Never throws.
 */
export function trackersOf({ addresses, calls }: Embeds, own: string): Tracker[] {
  const others = addresses.filter(([address]) => !withoutScheme(address).startsWith(`${own}/`));
  const found = new Map<string, Tracker>();
  for (const row of trackerRows) {
    const { name, is, numbered } = row;
    const ids = [...others.map((one) => idOfAddress(one, row)), ...calls.map((text) => idIn(text, row.call))];
    const told = ids.filter((id) => id !== undefined);
    if (!told.length) continue;
    const all = [...(found.get(name)?.ids ?? []), ...told].filter(Boolean);
    found.set(name, { name, is, ids: [...new Set(all)].slice(0, maxIds), ...(numbered ? { numbered } : {}) });
  }
  return [...found.values()];
}
