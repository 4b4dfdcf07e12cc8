import { hostOf, hostsOf } from '../hosts/hostOf.ts';
import type { Listing, Website } from './types.ts';

/** How many pages a search may have. If there are more, the service is assumed to ignore the search term. */
export const maxSearchPages = 5;

const searchedNames = (one: Website) => [one.domain.toLowerCase(), one.name?.toLowerCase() ?? '', ...hostsOf(one)];
/**
 * Whether every record has the search term in one of its names. If not, the service ignores the term or searches other
 * fields, too.
 */
export const isAnswered = (items: readonly Website[], term: string) =>
  items.every((one) => searchedNames(one).some((name) => name.includes(term)));

/** A search by which to test whether a service's search ignores case. */
export interface CaseProbe {
  search: string;
  /** Whether the result of this search shows that the service ignores case. */
  shows(items: readonly Website[]): boolean;
}

/**
 * Returns a search for one of these domains of known records, with its letters in the other case. Prefers a domain in
 * capitals: a service that only lowercases the search term would also find any lowercase one. Undefined if no domain is
 * suitable.
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
 * Returns a result of `find` as complete if its only doubt was about names in capitals (`letter-case`). Call it for a
 * service whose search is known to ignore case.
 */
export const withAnyCase = (found: Listing<Website>): Listing<Website> =>
  found.complete || found.why !== 'letter-case' ? found : { items: found.items, complete: true };

/**
 * Whether at least one record has the term inside a name and not at its beginning, which shows that the search does not
 * only match the beginnings of names.
 */
export const isWithinNames = (items: readonly Website[], term: string) =>
  items.some((one) => searchedNames(one).some((name) => name.indexOf(term) > 0));
