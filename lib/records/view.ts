import type { SiteState } from '../audit/look.ts';
import type { PrivacyKind } from '../websites/privacyCounts.ts';

/** As much of a record as a list needs to be searched, filtered and ordered: many thousands are held in memory. */
export interface SlimRow {
  account: string;
  slot: string;
  id: string;
  /** As it is shown, in Unicode. */
  name: string;
  /** In ASCII, the one that it is ordered by first. */
  hosts: readonly string[];
  privacy: PrivacyKind;
  /** What the last check found on its page; undefined: none. */
  tracking?: SiteState;
  /** Whether there is an SEO project of it; undefined: not known. */
  project?: boolean;
  created?: string;
}

const unchecked = 'unchecked' as const;

export interface ViewQuery {
  /** Words that must all be found, each in the name, a host or the id; empty: any row. */
  search: string;
  privacy?: PrivacyKind;
  tracking?: SiteState | typeof unchecked;
  project?: boolean;
  account?: string;
  order: 'host' | 'created';
  descending?: boolean;
}

/** How a row counts by each of the filters. */
const facets = {
  privacy: ({ privacy }: SlimRow) => privacy,
  tracking: ({ tracking }: SlimRow): SiteState | typeof unchecked => tracking ?? unchecked,
  project: ({ project }: SlimRow) => project,
  account: ({ account }: SlimRow) => account,
} as const;
type Facet = keyof typeof facets;
const facetNames = Object.keys(facets) as Facet[];

/** For each value of a filter the number of rows that it would show, with the search and the other filters as they are. */
export type Counts = { [F in Facet]: ReadonlyMap<ReturnType<(typeof facets)[F]>, number> };

export interface View<T> {
  rows: readonly T[];
  counts: Counts;
}

const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean);

const finds = ({ name, hosts, id }: SlimRow, words: readonly string[]): boolean =>
  words.every(
    (word) =>
      name.toLowerCase().includes(word) || hosts.some((host) => host.includes(word)) || id.toLowerCase().includes(word),
  );

/** Ids that are numbers are ordered as such. */
function compareIds(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && a !== b) return a - b;
  return one < other ? -1 : one > other ? 1 : 0;
}
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byPlace = (a: SlimRow, b: SlimRow) => compareText(a.account, b.account) || compareText(a.slot, b.slot);

const orders: Record<ViewQuery['order'], (a: SlimRow, b: SlimRow) => number> = {
  host: (a, b) => compareText(a.hosts[0] ?? a.name, b.hosts[0] ?? b.name) || byPlace(a, b),
  created: (a, b) => compareText(a.created ?? '', b.created ?? '') || compareIds(a.id, b.id) || byPlace(a, b),
};

/** The rows that a query shows, in its order, and the counts of all others. */
export function view<T extends SlimRow>(rows: readonly T[], query: ViewQuery): View<T> {
  const words = wordsOf(query.search);
  const counts = Object.fromEntries(facetNames.map((name) => [name, new Map<unknown, number>()])) as {
    [F in Facet]: Map<unknown, number>;
  };
  const shown: T[] = [];
  for (const row of rows) {
    const missed = facetNames.filter((name) => query[name] !== undefined && query[name] !== facets[name](row));
    if (missed.length > 1 || !finds(row, words)) continue;
    for (const name of missed.length ? missed : facetNames) {
      const value = facets[name](row);
      counts[name].set(value, (counts[name].get(value) ?? 0) + 1);
    }
    if (!missed.length) shown.push(row);
  }
  const order = orders[query.order];
  return { rows: shown.sort(query.descending ? (a, b) => order(b, a) : order), counts: counts as Counts };
}
