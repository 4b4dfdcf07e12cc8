import { hostsOf, isWithin } from '../hosts/hostOf.ts';
import { readListing } from './readListing.ts';
import { isAnswered, isWithinNames, maxSearchPages } from './searchProof.ts';
import type { Incomplete, Listing, ListOutput, Website } from './types.ts';

/**
 * The input of `find`. `host`: the host to find. `within`: a domain that contains the host. It is searched first, so
 * that the same request also finds related hosts.
 */
export interface FindInput {
  host: string;
  within?: string;
}

interface SearchQuery {
  search?: string;
  search_by?: 'domain';
  per_page: 100;
  cursor?: string;
}

type List = (query: SearchQuery) => Promise<ListOutput<Website>>;

const whyOf = (listing: Listing<Website>) => (listing.complete ? undefined : listing.why);

/**
 * Finds the records of exactly this host. Also returns other records in the domain `within` that were read along the
 * way.
 * Searches for `within`, then for `host`. The second search is left out if the first has found the host, or if a second
 * could find nothing more. This is certain if all pages of the first search were read and some row contains the term
 * inside a name; otherwise, the service may search only the beginnings of names.
 * If some rows do not contain the search term, the service ignores `search` or also searches other fields. If such a
 * search was read to its end without finding the host, the whole list is read.
 * The result is `complete` if the host certainly has no other record. For this, the whole list must have been read, or
 * all pages of a search that found the host and whose rows all contain the term. A search that did not find the host
 * may have missed a name with capitals, so the result has the reason `letter-case` (see `withAnyCase`).
 * Rejects with the ApiError of the first page that cannot be read.
 */
export async function find({ host, within = host }: FindInput, list: List): Promise<Listing<Website>> {
  const seen = new Map<string, Website>();
  const isHost = (one: Website) => hostsOf(one).includes(host);
  const read = async (term?: string): Promise<Listing<Website>> => {
    const query: SearchQuery = { ...(term ? { search: term, search_by: 'domain' } : {}), per_page: 100 };
    const listing = await readListing((cursor) => list({ ...query, ...(cursor ? { cursor } : {}) }), {
      until: (items) => items.some(isHost),
      maxPages: maxSearchPages,
    });
    for (const website of listing.items) seen.set(JSON.stringify([website.id, website.domain]), website);
    return listing;
  };
  const end = (why: Incomplete | undefined): Listing<Website> => {
    const items = [...seen.values()].filter(
      (one) => isHost(one) || hostsOf(one).some((other) => isWithin(other, within)),
    );
    return why ? { items, complete: false, why } : { items, complete: true };
  };
  const isFound = () => [...seen.values()].some(isHost);

  for (const term of new Set([within, host])) {
    const listing = await read(term);
    const why = whyOf(listing);
    if (!isAnswered(listing.items, term)) return end(why ?? (isFound() ? 'stopped' : whyOf(await read())));
    if (isFound()) return end(why);
    const isProven = listing.complete && isWithinNames(listing.items, term);
    if (term === host || isProven) return end(why ?? 'letter-case');
  }
  return end('no-way-on');
}
