import { type TrackerKind, type TrackerRow, trackerRows } from './table.ts';

/**
 * The parts of a page by which trackers are recognised: the addresses that it loads, and the calls in its inline
 * scripts.
 */
export interface Embeds {
  /** Addresses of scripts and frames, and of images for browsers without scripts, with their `data-` attributes. */
  addresses: readonly (readonly [address: string, data: readonly (readonly [name: string, value: string])[]])[];
  /** The pieces of inline scripts that `callPattern` matches. */
  calls: readonly string[];
}

/**
 * Limits on the data taken from a page: numbers of entries, characters of each entry, and characters of inline scripts
 * that are searched for calls.
 */
export const maxEmbeds = {
  addresses: 500,
  calls: 100,
  data: 20,
  characters: 400,
  address: 2_000,
  code: 2_000_000,
} as const;

/** A tracker on a page, and the ids it reports to. */
export interface Tracker {
  name: string;
  is: TrackerKind;
  ids: readonly string[];
  numbered?: true;
}

/** Returns one pattern that matches the calls of all trackers in inline scripts. */
export const callPattern = (): string => trackerRows.flatMap(({ call }) => call?.source ?? []).join('|');

/** Returns the attributes that identify a tracker or its id. If there are too many attributes, these are read first. */
export const trackerAttributes = (): string[] => [
  ...new Set(trackerRows.flatMap(({ attribute }) => (attribute ? [attribute[0]] : []))),
];

/** Returns the id that a pattern finds in a text: '' for a match without an id, undefined without a match. */
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
  const id = idIn(address.replace(/^https?:\/\//, ''), pattern);
  return id === undefined ? undefined : id || (named ?? '');
}

/** Returns the names of the trackers of one kind, in one line, or '' if there are none. */
export const namesOf = (trackers: readonly Tracker[], kind: TrackerKind): string =>
  trackers
    .filter(({ is }) => is === kind)
    .map(({ name }) => name)
    .join(', ');

const apart: ReadonlySet<string> = new Set(trackerRows.flatMap(({ name, apart }) => (apart ? [name] : [])));

/**
 * Returns the trackers whose work leaves no trace in an open page. A tag manager usually leaves one: the scripts that
 * it adds can be read in the page.
 */
export const unseenOf = (trackers: readonly Tracker[]): Tracker[] =>
  trackers.filter(({ is, name }) => is !== 'manager' || apart.has(name));

/** How many ids of a tracker are returned. A page may contain any number of them. */
const maxIds = 3;

/**
 * Whether an address is at `host`, the host of the connected service. Code from there does not count as another
 * tracker.
 */
const isAtHost = (host: string | undefined) => (address: string) =>
  host !== undefined && URL.canParse(address) && new URL(address).host === host;

/**
 * Returns every tracker, tag manager and consent tool on a page, each once with its ids. `own`: the host of the
 * connected service, whose code is left out. Pure; never throws, whatever the page contains.
 */
export function trackersOf({ addresses, calls }: Embeds, own?: string): Tracker[] {
  const isOwn = isAtHost(own);
  const others = addresses.filter(([address]) => !isOwn(address));
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
