import { hostOf, hostsOf } from '../hosts/hostOf.ts';
import type { Listing, Website } from './types.ts';

/** A search that needs more pages than these is none. */
export const maxSearchPages = 5;

const searchedNames = (one: Website) => [one.domain.toLowerCase(), one.name?.toLowerCase() ?? '', ...hostsOf(one)];
/** Whether every record's name holds the term that was searched for; else the search is ignored, or looks elsewhere. */
export const isAnswered = (items: readonly Website[], term: string) =>
  items.every((one) => searchedNames(one).some((name) => name.includes(term)));

/** A question that shows whether a search ignores the letters' case. */
export interface CaseProbe {
  search: string;
  /** Whether the answer to that search shows it. */
  shows(items: readonly Website[]): boolean;
}

/**
 * A search for a record that is there, in the other case. One that is kept in capitals is best: a service that makes
 * small what is searched for finds all that is small. Undefined where no domain has letters.
 */
export function caseProbe(domains: readonly string[]): CaseProbe | undefined {
  const small = domains.find((one) => one !== one.toUpperCase() && hostOf(one) === one);
  const capital = domains.find((one) => one !== one.toLowerCase() && hostOf(one) === one.toLowerCase());
  const domain = capital ?? small;
  if (!domain) return undefined;
  const search = capital ? domain.toLowerCase() : domain.toUpperCase();
  return { search, shows: (items) => items.some((one) => one.domain === domain) };
}

/** What `find` found with a search that ignores the letters' case. */
export const withAnyCase = (found: Listing<Website>): Listing<Website> =>
  found.complete || found.why !== 'letter-case' ? found : { items: found.items, complete: true };

/** Whether a record shows the term within its name: the search finds more than the beginnings of names. */
export const isWithinNames = (items: readonly Website[], term: string) =>
  items.some((one) => searchedNames(one).some((name) => name.indexOf(term) > 0));
