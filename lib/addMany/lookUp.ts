import { hostsOf } from '../hosts/hostOf.ts';
import type { Problem, Website } from '../services/index.ts';
import { type PageAnswer, type PageReader, readPages } from '../services/readPages.ts';
import { caseProbe, isAnswered, isWithinNames, maxSearchPages } from '../services/searchProof.ts';

export interface ListInput {
  search?: string;
  search_by?: 'domain';
  sort_by?: 'id';
  sort?: 'asc';
  per_page: 100;
  cursor?: string;
}

/** `list`: requests one page of websites. For `wait` and `signal`, see `PageReader`. */
export interface LookUpOptions extends Pick<PageReader<Website>, 'wait' | 'signal'> {
  list: (input: ListInput) => Promise<PageAnswer<Website>>;
}

/** The findings of a request. */
export interface LookUpProgress {
  /** Exact hosts that are registered. */
  registered: readonly string[];
  /** Hosts that were looked up and are not registered. */
  absent: readonly string[];
  /** Hosts that were not found although they may be registered, because the service did not show its whole list. */
  unsure?: readonly string[];
  /** Whether every website has been read. */
  complete: boolean;
  /** Requests so far, and an estimate of how many more are needed. */
  asked: number;
  left: number;
}

const notSearched = { registered: [], absent: [], complete: false } as const;
const hostsIn = (items: readonly Website[]) => items.flatMap(hostsOf);

/**
 * Sorts the hosts that a search for `name` has not found. `absent`: certainly not registered. This needs a complete
 * answer (`isWhole`) and, unless the host is `name` itself, searches that find parts of names (`isAnywhere`). `again`:
 * to be searched by their own names.
 */
function provenAbsent(name: string, open: readonly string[], isWhole: boolean, isAnywhere: boolean) {
  const isOwn = (host: string) => host === name;
  const absent = isWhole ? open.filter((host) => isOwn(host) || isAnywhere) : [];
  const rest = open.filter((host) => !absent.includes(host));
  return { absent, unsure: rest.filter(isOwn), again: rest.filter((host) => !isOwn(host)) };
}

/**
 * Finds out which of these hosts are registered, with as few requests as possible. Reads all pages of the list if these
 * are fewer than the searches, else makes one search for each name in `groups` (which finds the hosts of its group).
 * Hosts that are not proven absent, by the same rules as in `websites.find`, are unsure. One more request shows whether
 * searches ignore case. Stops if `tell` resolves to false, or with the problem of a failed request; earlier findings
 * stay valid.
 */
export async function lookUpHosts(
  groups: ReadonlyMap<string, readonly string[]>,
  { list, ...reader }: LookUpOptions,
  tell: (told: LookUpProgress) => Promise<boolean>,
): Promise<Problem | undefined> {
  let asked = 0;
  let more = false;

  const read = (input: Omit<ListInput, 'per_page'>, how: Partial<PageReader<Website>>) =>
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
    return read({ search: name, search_by: 'domain' }, { until, maxPages: maxSearchPages });
  };

  let goesOn = true;
  let readsAll = true;
  const whole = await read(
    { sort_by: 'id', sort: 'asc' },
    {
      onPage: async (items, { cursor, pages, read, total }) => {
        // Pages may be smaller than requested.
        const rest = total === undefined ? 1 : Math.max(1, Math.ceil((total - read) / (read / pages)));
        readsAll = !!cursor && pages - 1 + rest <= groups.size;
        const registered = hostsIn(items);
        goesOn = await tell({ ...notSearched, registered, asked, left: more ? (readsAll ? rest : groups.size) : 0 });
      },
      until: () => !goesOn || !readsAll,
    },
  );
  if (!whole.ok) return whole.problem;
  const { complete } = whole.value;
  goesOn &&= await tell({ ...notSearched, complete, asked, left: complete ? 0 : groups.size });

  /** Whether searches ignore case. Requested only if a host is not found. */
  let anyCase: { ok: true; value: boolean } | { ok: false; problem: Problem } | undefined;
  const askCase = async (): Promise<typeof anyCase> => {
    const probe = caseProbe(whole.value.items.map(({ domain }) => domain));
    if (!probe) return { ok: true, value: false };
    const answer = await read({ search: probe.search, search_by: 'domain' }, { maxPages: 1 });
    return answer.ok ? { ok: true, value: probe.shows(answer.value.items) } : answer;
  };
  /** Whether a result has shown that searches also find parts of names. */
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
      // The service does not search, so further requests are useless.
      await tell({
        ...notSearched,
        registered,
        unsure: [...open, ...waiting.flatMap((one) => one.hosts)],
        asked,
        left: 0,
      });
      return undefined;
    }
    isAnywhere ||= isWithinNames(items, name);
    if (isWhole && open.length) anyCase ??= await askCase();
    if (anyCase?.ok === false) return anyCase.problem;
    const { again, ...told } = provenAbsent(name, open, isWhole && anyCase?.value === true, isAnywhere);
    waiting.push(...again.map((host) => ({ name: host, hosts: [host] })));
    goesOn = await tell({ ...notSearched, ...told, registered, asked, left: waiting.length });
  }
  return undefined;
}
