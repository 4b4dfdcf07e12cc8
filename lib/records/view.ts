import type { SiteState } from '../audit/look.ts';
import { hostsOf } from '../hosts/hostOf.ts';
import { toUnicode } from '../hosts/punycode.ts';
import { type PrivacyKind, privacyKind } from '../websites/privacyCounts.ts';
import { websiteRows } from '../websites/rows.ts';
import type { Row } from './types.ts';

/** As much of a record as a list needs to be searched, filtered and ordered: many thousands are held in memory. */
export interface SlimRow {
  account: string;
  slot: string;
  id: string;
  /** As it is shown, in Unicode. */
  name: string;
  /** What its service calls it, if that is not its domain. */
  title?: string;
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
  /** Words that must all be found, each in a name, a host or the id; empty: any row. */
  search: string;
  privacy?: PrivacyKind;
  tracking?: SiteState | typeof unchecked;
  project?: boolean;
  account?: string;
  order: 'host' | 'created';
  descending?: boolean;
}

/**
 * Makes slim rows of stored ones. A row that is read from a database brings its own copy of its account's name, and of
 * each text that it has twice: of the slim ones, all rows share the first, and each row the second.
 */
export function slimRows(): (row: Row) => SlimRow {
  const accounts = new Map<string, string>();
  return (row) => {
    const { id, domain, name: title, created_at: created } = row.record;
    const account = accounts.get(row.account) ?? row.account;
    accounts.set(account, account);
    // That the hosts of a row prove nothing is no reason not to find it.
    const all = row.hosts.length ? row.hosts : hostsOf(row.record);
    const hosts = all.map((host) => (host === domain ? domain : host));
    const isPlain = hosts.includes(domain) && !domain.includes('xn--');
    return {
      account,
      slot: row.slot === id ? id : row.slot,
      id,
      name: isPlain ? domain : (websiteRows([row.record])[0]?.name ?? domain),
      ...(title === undefined ? {} : { title }),
      hosts,
      privacy: privacyKind(row.record),
      ...(created === undefined ? {} : { created }),
    };
  };
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

const plain = (text: string): string => text.normalize('NFC').toLowerCase();
const wordsOf = (search: string): string[] => plain(search).split(/\s+/).filter(Boolean);

/** A host is ASCII in lower case; only what has it in Unicode, too, is spelled in two ways. */
const hostFinds = (host: string, word: string): boolean =>
  host.includes(word) || (host.includes('xn--') && toUnicode(host).includes(word));

const finds = ({ name, title, hosts, id }: SlimRow, words: readonly string[]): boolean =>
  words.every(
    (word) =>
      plain(name).includes(word) ||
      (title !== undefined && plain(title).includes(word)) ||
      hosts.some((host) => host !== name && hostFinds(host, word)) ||
      id.toLowerCase().includes(word),
  );

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Ids that are numbers are ordered as such, before all others. */
function compareIds(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  const [isNumber, isOther] = [Number.isSafeInteger(a), Number.isSafeInteger(b)];
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return (isNumber && a - b) || compareText(one, other);
}
const byPlace = (a: SlimRow, b: SlimRow) => compareText(a.account, b.account) || compareText(a.slot, b.slot);

type Compare = (a: SlimRow, b: SlimRow) => number;
const orders: Record<ViewQuery['order'], Compare> = {
  host: (a, b) => compareText(a.hosts[0] ?? a.name, b.hosts[0] ?? b.name) || byPlace(a, b),
  created: (a, b) => compareText(a.created ?? '', b.created ?? '') || compareIds(a.id, b.id) || byPlace(a, b),
};

/** So many rows are gone through, ordered or merged from one place to yield to the next: about a millisecond. */
const stepSize = 500;

/** The rows of two ordered runs in one. */
function* mergedRuns<T extends SlimRow>(one: readonly T[], other: readonly T[], order: Compare) {
  const all: T[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const [a, b] = [one[left], other[right]];
    const isLeft = a !== undefined && (b === undefined || order(a, b) <= 0);
    all.push((isLeft ? a : b) as T);
    if (isLeft) left++;
    else right++;
    if (all.length % stepSize === 0) yield;
  }
  return all;
}

function* ordered<T extends SlimRow>(rows: readonly T[], order: Compare) {
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
 * The rows that a query shows, in its order, and the counts of all others: the last value. Each one before is undefined, a
 * place to yield at (see `collect`), or to abandon it; `rows` must stay as they are until then.
 */
export function* view<T extends SlimRow>(rows: readonly T[], query: ViewQuery): Generator<View<T> | undefined, void> {
  const words = wordsOf(query.search);
  const counts = Object.fromEntries(facetNames.map((name) => [name, new Map<unknown, number>()])) as {
    [F in Facet]: Map<unknown, number>;
  };
  const shown: T[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % stepSize === 0) yield;
    const missed = facetNames.filter((name) => query[name] !== undefined && query[name] !== facets[name](row));
    if (missed.length > 1 || !finds(row, words)) continue;
    for (const name of missed.length ? missed : facetNames) {
      const value = facets[name](row);
      counts[name].set(value, (counts[name].get(value) ?? 0) + 1);
    }
    if (!missed.length) shown.push(row);
  }
  const order = orders[query.order];
  const sorted = yield* ordered(shown, query.descending ? (a, b) => order(b, a) : order);
  yield { rows: sorted, counts: counts as Counts };
}
