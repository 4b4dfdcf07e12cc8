import { hostsOf } from '../hosts/hostOf.ts';
import { ApiError, type Problem } from './errors.ts';
import { readPages } from './readPages.ts';
import { isAnswered, isWithinNames, maxSearchPages } from './searchProof.ts';
import type { Incomplete, Listing, ListOutput, Website } from './types.ts';

/** `within`: a domain that the host lies in. It is searched for first, so that one request tells of the host's relatives too. */
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

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

const whyOf = (listing: Listing<Website>) => (listing.complete ? undefined : listing.why);

const caught = (error: unknown): { ok: false; problem: Problem } => {
  if (error instanceof ApiError) return { ok: false, problem: error.problem };
  throw error;
};

/**
 * The records that stand for exactly this host (with `within`, those of other hosts in that domain too, as far as they
 * were seen). `complete`: there is no other record of this host. What proves that:
 * - every row of the answer holds the term that was searched for, its pages came to their end, and the term is the host
 *   itself, or a row shows it within its name: then a search that finds only the beginnings of names would have found
 *   the host, too;
 * - or the whole list was read.
 * Rows without the term show that `search` is ignored or looks elsewhere: then the whole list is asked for. A search
 * that finds nothing may have passed over a name in capitals (`letter-case`, see `withAnyCase`); where it finds the host,
 * a double in capitals is not looked for. Rejects with ApiError, the first page's that failed.
 */
export async function find({ host, within = host }: FindInput, list: List): Promise<Listing<Website>> {
  const seen = new Map<string, Website>();
  const isHost = (one: Website) => hostsOf(one).includes(host);
  const read = async (term?: string): Promise<Listing<Website>> => {
    const query: SearchQuery = { ...(term ? { search: term, search_by: 'domain' } : {}), per_page: 100 };
    const outcome = await readPages<Website>({
      list: (cursor) =>
        list({ ...query, ...(cursor ? { cursor } : {}) }).then((value) => ({ ok: true, value }), caught),
      until: (items) => items.some(isHost),
      maxPages: maxSearchPages,
    });
    if (!outcome.ok) throw new ApiError(outcome.problem);
    for (const website of outcome.value.items) seen.set(JSON.stringify([website.id, website.domain]), website);
    return outcome.value;
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
