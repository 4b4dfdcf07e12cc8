import { hostOf, hostsOf } from '../hosts/hostOf.ts';
import type { Listing, Website } from './types.ts';

/** A search with more pages than this is taken to have been ignored by the service. */
export const maxSearchPages = 5;

const searchedNames = (one: Website) => [one.domain.toLowerCase(), one.name?.toLowerCase() ?? '', ...hostsOf(one)];
/** Whether every record's name contains the search term; if not, the search is ignored or matches other fields. */
export const isAnswered = (items: readonly Website[], term: string) =>
  items.every((one) => searchedNames(one).some((name) => name.includes(term)));

/** A search that shows whether the service's search ignores case. */
export interface CaseProbe {
  search: string;
  /** Whether the result of the search shows that case is ignored. */
  shows(items: readonly Website[]): boolean;
}

/**
 * Returns a search for the domain of a known record, with its letters in the opposite case. A record in capitals is
 * best: a service that only lowercases the search term would find any lowercase record. Undefined if no domain has
 * letters.
 */
export function caseProbe(domains: readonly string[]): CaseProbe | undefined {
  const small = domains.find((one) => one !== one.toUpperCase() && hostOf(one) === one);
  const capital = domains.find((one) => one !== one.toLowerCase() && hostOf(one) === one.toLowerCase());
  const domain = capital ?? small;
  if (!domain) return undefined;
  const search = capital ? domain.toLowerCase() : domain.toUpperCase();
  return { search, shows: (items) => items.some((one) => one.domain === domain) };
}

/** Completes the result of `find` at a service whose search is known to ignore case. */
export const withAnyCase = (found: Listing<Website>): Listing<Website> =>
  found.complete || found.why !== 'letter-case' ? found : { items: found.items, complete: true };

/**
 * Whether at least one record has the term inside a name and not at its beginning. This shows that the search finds
 * more than the beginnings of names.
 */
export const isWithinNames = (items: readonly Website[], term: string) =>
  items.some((one) => searchedNames(one).some((name) => name.indexOf(term) > 0));
