import { type TrackerKind, type TrackerRow, trackerRows } from './table.ts';

/** What a page loads, and what its inline scripts call: everything by which trackers are recognised. */
export interface Embeds {
  /** Addresses of scripts and frames, and of images for browsers without scripts, with their `data-` attributes. */
  addresses: readonly (readonly [address: string, data: readonly (readonly [name: string, value: string])[]])[];
  /** The pieces of inline scripts that `callPattern` matches. */
  calls: readonly string[];
}

/** Limits on what is taken from a page: entries, characters of each, and characters of inline scripts in which calls are sought. */
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

/** One pattern for the calls of all trackers in inline scripts. */
export const callPattern = (): string => trackerRows.flatMap(({ call }) => call?.source ?? []).join('|');

/** The attributes that identify a tracker or its id; kept if there are too many. */
export const trackerAttributes = (): string[] => [
  ...new Set(trackerRows.flatMap(({ attribute }) => (attribute ? [attribute[0]] : []))),
];

/** The id that a pattern finds in a text; empty: a match without an id; undefined: no match. */
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

/** The names of the trackers of one kind, in one line; empty if there are none. */
export const namesOf = (trackers: readonly Tracker[], kind: TrackerKind): string =>
  trackers
    .filter(({ is }) => is === kind)
    .map(({ name }) => name)
    .join(', ');

const apart: ReadonlySet<string> = new Set(trackerRows.flatMap(({ name, apart }) => (apart ? [name] : [])));

/** Those whose work is not seen in an open page. What others add once they have run, is. */
export const unseenOf = (trackers: readonly Tracker[]): Tracker[] =>
  trackers.filter(({ is, name }) => is !== 'manager' || apart.has(name));

/** A page may name as many as it likes. */
const maxIds = 3;

/** Whether it belongs to the connected service, which is not another tracker. */
const isAtHost = (host: string | undefined) => (address: string) =>
  host !== undefined && URL.canParse(address) && new URL(address).host === host;

/**
 * Every tracker, tag manager and consent tool on a page, each once with its ids. `own`: the host of the connected service,
 * whose code is left out. Pure; never throws, whatever the page contains.
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
