import { hostOf, hostsOf } from '../hosts/hostOf.ts';
import type { Listing, Website } from './types.ts';

/**
 * The maximum number of pages that a search for one host reads. If there are more, the service probably ignores the
 * term.
 */
export const maxSearchPages = 5;

const searchedNames = (one: Website) => [one.domain.toLowerCase(), one.name?.toLowerCase() ?? '', ...hostsOf(one)];
/**
 * Whether every record has the search term in one of its names. If not, the service ignores the term, or also searches
 * other fields.
 */
export const isAnswered = (items: readonly Website[], term: string) =>
  items.every((one) => searchedNames(one).some((name) => name.includes(term)));

/** A search that tests whether a service's search ignores case. */
export interface CaseProbe {
  search: string;
  /** Whether the result of this search shows that the service ignores case. */
  shows(items: readonly Website[]): boolean;
}

/**
 * Makes a search that tests whether a service ignores case: one of these stored domains with its case changed. Prefers
 * a domain with capitals, searched in lower case. (Capitals in the term prove less, because a service may simply
 * convert every term to lower case.) Undefined if no domain is suitable.
 */
export function caseProbe(domains: readonly string[]): CaseProbe | undefined {
  const small = domains.find((one) => one !== one.toUpperCase() && hostOf(one) === one);
  const capital = domains.find((one) => one !== one.toLowerCase() && hostOf(one) === one.toLowerCase());
  const domain = capital ?? small;
  if (!domain) return undefined;
  const search = capital ? domain.toLowerCase() : domain.toUpperCase();
  return { search, shows: (items) => items.some((one) => one.domain === domain) };
}

/**
 * Marks a search result as complete if letter case was the only reason (`why`) to doubt it. Use it if the service's
 * search ignores case.
 */
export const withAnyCase = (found: Listing<Website>): Listing<Website> =>
  found.complete || found.why !== 'letter-case' ? found : { items: found.items, complete: true };

/**
 * Whether some record has the term inside a name and not only at its beginning. This shows that the search does not
 * match only the beginnings of names.
 */
export const isWithinNames = (items: readonly Website[], term: string) =>
  items.some((one) => searchedNames(one).some((name) => name.indexOf(term) > 0));
