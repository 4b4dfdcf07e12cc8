import { hostsOf } from '../hosts/hostOf.ts';
import type { Problem, Website } from '../services/index.ts';
import { type PageAnswer, type Reader, readPages } from '../services/readPages.ts';
import { isAnswered, isWithinNames } from '../services/searchProof.ts';

export interface ListInput {
  search?: string;
  search_by?: 'domain';
  sort_by?: 'id';
  sort?: 'asc';
  per_page: 100;
  cursor?: string;
}

/** Asks for one page of websites: one request; `wait` and `signal` are those of the page reader. */
export interface Asking extends Pick<Reader<Website>, 'wait' | 'signal'> {
  list: (input: ListInput) => Promise<PageAnswer<Website>>;
}

/** What one more request has told. */
export interface LookUpProgress {
  /** Exact hosts that are registered. */
  registered: readonly string[];
  /** Hosts that were asked about and are not. */
  absent: readonly string[];
  /** Hosts that were asked about, and the service did not show its whole list. */
  unsure?: readonly string[];
  /** Every website has been read. */
  complete: boolean;
  /** Requests so far, and how many more there will be as far as can be told. */
  asked: number;
  left: number;
}

/** A search that needs more pages than these is none. */
const maxPages = 5;
const nothing = { registered: [], absent: [], complete: false } as const;
const hostsIn = (items: readonly Website[]) => items.flatMap(hostsOf);

/** What a whole answer to a search proves of the hosts that are not in it; those of other names are asked about again. */
function judge(name: string, open: readonly string[], isWhole: boolean, isAnywhere: boolean) {
  const isOwn = (host: string) => host === name;
  const absent = isWhole ? open.filter((host) => isOwn(host) || isAnywhere) : [];
  const rest = open.filter((host) => !absent.includes(host));
  return { absent, unsure: rest.filter(isOwn), again: rest.filter((host) => !isOwn(host)) };
}

/**
 * Finds out which of these hosts (grouped by the name that one search finds them with) are registered, by as few
 * requests as it can: all pages of the list where these are fewer than the searches, else one search for each name.
 * What is not proven absent, as `find` proves it, is unsure. Stops where `tell` answers false, or with the problem of a
 * request that failed; what was found before stands.
 */
export async function lookUpHosts(
  groups: ReadonlyMap<string, readonly string[]>,
  { list, ...reader }: Asking,
  tell: (told: LookUpProgress) => Promise<boolean>,
): Promise<Problem | undefined> {
  let asked = 0;
  let more = false;

  const read = (input: Omit<ListInput, 'per_page'>, how: Partial<Reader<Website>>) =>
    readPages<Website>({
      ...reader,
      ...how,
      list: async (cursor) => {
        const answer = await list({ ...input, per_page: 100, ...(cursor ? { cursor } : {}) });
        asked++;
        if (answer.ok) ({ more } = answer.value);
        return answer;
      },
    });
  const search = (name: string, hosts: readonly string[]) => {
    const open = new Set(hosts);
    const until = (items: readonly Website[]) => {
      for (const host of hostsIn(items)) open.delete(host);
      return !open.size || !isAnswered(items, name);
    };
    return read({ search: name, search_by: 'domain' }, { until, maxPages });
  };

  let goesOn = true;
  let walks = true;
  const whole = await read(
    { sort_by: 'id', sort: 'asc' },
    {
      onPage: async (items, { cursor, pages, read, total }) => {
        // Pages may be smaller than was asked for.
        const rest = total === undefined ? 1 : Math.max(1, Math.ceil((total - read) / (read / pages)));
        walks = !!cursor && pages - 1 + rest <= groups.size;
        const registered = hostsIn(items);
        goesOn = await tell({ ...nothing, registered, asked, left: more ? (walks ? rest : groups.size) : 0 });
      },
      until: () => !goesOn || !walks,
    },
  );
  if (!whole.ok) return whole.problem;
  const { complete } = whole.value;
  goesOn &&= await tell({ ...nothing, complete, asked, left: complete ? 0 : groups.size });

  /** A row has shown that a search finds parts of names, too. */
  let isAnywhere = false;
  const waiting = [...groups].map(([name, hosts]) => ({ name, hosts }));
  for (let group = waiting.shift(); group && goesOn && !complete; group = waiting.shift()) {
    const { name, hosts } = group;
    const found = await search(name, hosts);
    if (!found.ok) return found.problem;
    const { items, complete: isWhole } = found.value;
    const registered = hostsIn(items);
    const open = hosts.filter((host) => !registered.includes(host));
    if (!isAnswered(items, name)) {
      // A service that does not search: asking on would tell nothing.
      await tell({ ...nothing, registered, unsure: [...open, ...waiting.flatMap((one) => one.hosts)], asked, left: 0 });
      return undefined;
    }
    isAnywhere ||= isWithinNames(items, name);
    const { again, ...told } = judge(name, open, isWhole, isAnywhere);
    waiting.push(...again.map((host) => ({ name: host, hosts: [host] })));
    goesOn = await tell({ ...nothing, ...told, registered, asked, left: waiting.length });
  }
  return undefined;
}
