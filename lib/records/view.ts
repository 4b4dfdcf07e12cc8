import { rankOf, type SiteState, worstFirst } from '../audit/look.ts';
import { toUnicode } from '../hosts/punycode.ts';
import { withoutWww } from '../hosts/variants.ts';
import { plain } from '../util/plain.ts';
import type { PrivacyKind } from '../websites/privacyKind.ts';
import { type SlimRow, stepSize } from './slim.ts';
import { lastVisitOf } from './visits.ts';

const unchecked = 'unchecked' as const;
export type Unchecked = typeof unchecked;

export type Order = 'host' | 'created' | 'privacy' | 'tracking' | 'visit' | 'linked' | 'reports' | 'score';

/** A query over the rows: the search, the filters and the order. */
export interface ViewQuery {
  /** Words that must all occur in a row's name, title, hosts or team, or be its id. An empty text shows every row. */
  search: string;
  privacy?: PrivacyKind;
  tracking?: SiteState | Unchecked;
  linked?: boolean;
  order: Order;
  descending?: boolean;
}

/** For each filter, the function that returns the value by which it filters a row. */
const facets = {
  privacy: ({ privacy }: SlimRow) => privacy,
  tracking: ({ check }: SlimRow): SiteState | Unchecked => check?.state ?? unchecked,
  linked: ({ linked }: SlimRow) => linked,
} as const;
type Facet = keyof typeof facets;
const facetNames = Object.keys(facets) as Facet[];

/** For each filter, the number of rows with each value. Only rows that match the search and all other filters count. */
export type Counts = { [F in Facet]: ReadonlyMap<ReturnType<(typeof facets)[F]>, number> };

/** The result of a query over the rows. */
export interface View<T> {
  rows: readonly T[];
  /** How many rows there are without the search and the filters. */
  of: number;
  counts: Counts;
}

const wordsOf = (search: string): string[] => plain(search).split(/\s+/).filter(Boolean);

/** Whether a host contains a word. Hosts are in ASCII; an international host (`xn--`) is also compared in Unicode. */
const hostFinds = (host: string, word: string): boolean =>
  host.includes(word) || (host.includes('xn--') && toUnicode(host).includes(word));

/**
 * Whether a word is `www.` followed by a row's name or one of its hosts. A person may paste an address, which often has
 * `www.` although the website was registered without it.
 */
function findsBare({ name, hosts }: SlimRow, word: string): boolean {
  if (!word.startsWith('www.')) return false;
  const bare = withoutWww(word);
  return plain(name) === bare || hosts.includes(bare);
}

function finds(row: SlimRow, words: readonly string[]): boolean {
  const { name, title, hosts, team, id } = row;
  return words.every(
    (word) =>
      plain(name).includes(word) ||
      (title !== undefined && plain(title).includes(word)) ||
      hosts.some((host) => host !== name && hostFinds(host, word)) ||
      (team !== undefined && plain(team).includes(word)) ||
      // The word must be the whole id: short words such as `ad` or `12` are part of many ids by chance.
      id.toLowerCase() === word ||
      findsBare(row, word),
  );
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Compares two ids. Numeric ids come first, ordered by value. */
function compareIds(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  const [isNumber, isOther] = [Number.isSafeInteger(a), Number.isSafeInteger(b)];
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return (isNumber && a - b) || compareText(one, other);
}
const byPlace = (a: SlimRow, b: SlimRow) => compareText(a.account, b.account) || compareText(a.slot, b.slot);

type Compare = (a: SlimRow, b: SlimRow) => number;
const byHost: Compare = (a, b) => compareText(a.hosts[0] ?? a.name, b.hosts[0] ?? b.name) || byPlace(a, b);
/** Returns a function that compares rows by a number and then by host. Rows without a number come first. */
const byNumber =
  (value: (row: SlimRow) => number | undefined): Compare =>
  (a, b) =>
    (value(a) ?? -1) - (value(b) ?? -1) || byHost(a, b);
const privacyRanks: Record<PrivacyKind, number> = { public: 0, private: 1, password: 2, unknown: 3 };

const orders: Record<Order, Compare> = {
  host: byHost,
  created: (a, b) => compareText(a.created ?? '', b.created ?? '') || compareIds(a.id, b.id) || byPlace(a, b),
  privacy: byNumber(({ privacy }) => privacy && privacyRanks[privacy]),
  // The worst state first. Sites that were never checked come last.
  tracking: byNumber(({ check }) => (check ? rankOf(check.state) : worstFirst.length)),
  // Sites that never had a visit come before the site with the oldest visit.
  visit: byNumber((row) => lastVisitOf(row) ?? undefined),
  linked: byNumber(({ linked }) => (linked === undefined ? undefined : Number(linked))),
  reports: byNumber(({ reports }) => reports),
  score: byNumber(({ score }) => score),
};

/** For some orders, tells which rows have no value. These rows come last in both directions. */
const unknown: Partial<Record<Order, (row: SlimRow) => boolean>> = {
  visit: (row) => lastVisitOf(row) === undefined,
};

function compareBy({ order, descending }: Pick<ViewQuery, 'order' | 'descending'>): Compare {
  const ascending = orders[order];
  const directed: Compare = descending ? (a, b) => ascending(b, a) : ascending;
  const isUnknown = unknown[order];
  return isUnknown ? (a, b) => Number(isUnknown(a)) - Number(isUnknown(b)) || directed(a, b) : directed;
}

/** Merges two sorted lists of rows. Yields now and then, so that the caller can pause. */
function* mergedRuns<T extends SlimRow>(one: readonly T[], other: readonly T[], order: Compare) {
  const all: T[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const [a, b] = [one[left], other[right]];
    const isFirst = a !== undefined && (b === undefined || order(a, b) <= 0);
    all.push((isFirst ? a : b) as T);
    if (isFirst) left++;
    else right++;
    if (all.length % stepSize === 0) yield;
  }
  return all;
}

/** Sorts the rows in the order of a query. Yields now and then, so that the caller can pause or stop. */
export function* ordered<T extends SlimRow>(
  rows: readonly T[],
  query: Pick<ViewQuery, 'order' | 'descending'>,
): Generator<undefined, readonly T[]> {
  const order = compareBy(query);
  let runs: T[][] = [];
  for (let from = 0; from < rows.length; from += stepSize) {
    runs.push(rows.slice(from, from + stepSize).sort(order));
    yield;
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      longer.push(yield* mergedRuns(runs[at] as T[], runs[at + 1] ?? [], order));
    runs = longer;
  }
  return runs[0] ?? [];
}

/**
 * Returns the rows that match a query, in the order of `rows`, and the counts for the filters. Yields now and then, so
 * that the caller can pause or stop; `rows` must not change meanwhile.
 */
export function* filtered<T extends SlimRow>(rows: readonly T[], query: ViewQuery): Generator<undefined, View<T>> {
  const words = wordsOf(query.search);
  const wanted = facetNames.filter((name) => query[name] !== undefined);
  const counts = Object.fromEntries(facetNames.map((name) => [name, new Map<unknown, number>()])) as {
    [F in Facet]: Map<unknown, number>;
  };
  const shown: T[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % stepSize === 0) yield;
    const missed = wanted.filter((name) => query[name] !== facets[name](row));
    if (missed.length > 1 || !finds(row, words)) continue;
    for (const name of missed.length ? missed : facetNames) {
      const value = facets[name](row);
      counts[name].set(value, (counts[name].get(value) ?? 0) + 1);
    }
    if (!missed.length) shown.push(row);
  }
  return { rows: shown, of: rows.length, counts: counts as Counts };
}
