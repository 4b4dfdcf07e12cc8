import { hostsOf, isWithin } from '../hosts/hostOf.ts';
import { readListing } from './readListing.ts';
import { isAnswered, isWithinNames, maxSearchPages } from './searchProof.ts';
import type { Incomplete, Listing, ListOutput, Website } from './types.ts';

/**
 * The input of `find`. `host`: the host to find. `within`: a domain that contains the host. This domain is searched
 * first, so that one request also finds related hosts.
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
 * Finds the records of exactly this host. Also returns other records in the domain `within` that were read on the way.
 * The result is `complete` if this host certainly has no other record. There are two proofs:
 * - A search of which all pages were read, and in which every row contains the search term. A search for `within` that
 *   has not found the host is a proof only if some row contains the term inside a name. Otherwise, the service may
 *   search only the beginnings of names.
 * - The whole list. It is read if a search was read to its end without finding the host, and some rows do not contain
 *   the term. The service then ignores `search` or also searches other fields.
 * If a search does not find the host, it may have missed a name with capitals. The result then has the reason
 * `letter-case` (see `withAnyCase`). Rejects with the ApiError of the first page that cannot be read.
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
    if (!isAnswered(listing.items, term)) {
      if (isFound()) return end(whyOf(listing) ?? 'stopped');
      return end(whyOf(listing) ?? whyOf(await read()));
    }
    const isProven = listing.complete && isWithinNames(listing.items, term);
    if (isFound()) return end(whyOf(listing));
    if (term === host || isProven) return end(whyOf(listing) ?? 'letter-case');
  }
  return end('no-way-on');
}
