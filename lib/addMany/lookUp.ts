import { hostsOf } from '../hosts/hostOf.ts';
import type { InputOf, Problem, Website } from '../services/index.ts';
import { type PageAnswer, type PageReader, readPages } from '../services/readPages.ts';
import { caseProbe, isAnswered, isWithinNames, maxSearchPages } from '../services/searchProof.ts';
import { type Knowledge, type ParsedEntry, unknownHosts } from './preview.ts';

/** The input of a request for one page of websites. */
export type ListInput = InputOf<'websites.list'>;

/**
 * The options of a look-up. `list`: requests one page of websites. `at`: the present time (milliseconds since 1970).
 * `wait`, `signal`: see `PageReader`.
 */
export interface LookUpOptions extends Pick<PageReader<Website>, 'wait' | 'signal'> {
  list: (input: ListInput) => Promise<PageAnswer<Website>>;
  at: number;
}

/** The progress of a look-up. */
export interface LookUpProgress {
  known: Knowledge;
  /** `asked`: the number of requests made so far. `left`: an estimate of how many more are needed. */
  asked: number;
  left: number;
}

const hostsIn = (items: readonly Website[]) => items.flatMap(hostsOf);

/**
 * Sorts the hosts that a search for `name` did not find (`open`). These are `name` itself and hosts below it.
 * `isWhole`: whether the search has certainly shown all matches. `isAnywhere`: whether searches also find `name` inside
 * longer names. Returns three groups. `absent`: hosts that are not registered. `unsure`: `name`, if it may be
 * registered. `again`: hosts below `name` that each need their own search.
 */
function provenAbsent(name: string, open: readonly string[], isWhole: boolean, isAnywhere: boolean) {
  const isOwn = (host: string) => host === name;
  const absent = isWhole ? open.filter((host) => isOwn(host) || isAnywhere) : [];
  const rest = open.filter((host) => !absent.includes(host));
  return { absent, unsure: rest.filter(isOwn), again: rest.filter((host) => !isOwn(host)) };
}

/**
 * Finds out which hosts are registered, with as few requests as possible. Skips hosts that are known already
 * (`before`). Reads the whole list if that needs no more requests than searching. Otherwise searches for each name in
 * `unknownHosts`. A host that is not found counts as absent only if the searches prove it (see `provenAbsent`). To
 * prove it, one more request may test whether searches ignore case.
 *
 * Calls `tell` with the results so far, and waits for it before the next request. Resolves to the problem if a request
 * fails, otherwise to undefined. Results from before a problem stay valid.
 */
export async function lookUpHosts(
  reads: readonly ParsedEntry[],
  before: Knowledge,
  { list, at, ...reader }: LookUpOptions,
  tell: (told: LookUpProgress) => Promise<void>,
): Promise<Problem | undefined> {
  const groups = unknownHosts(reads, before);
  if (!groups.size) return undefined;
  let known = before;
  const report = (registered: string[], left: number, absent: string[] = [], unsure: string[] = []) => {
    known = {
      ...known,
      registered: new Set([...known.registered, ...registered]),
      absent: new Map([...known.absent, ...absent.map((host) => [host, at] as const)]),
      unsure: new Set([...(known.unsure ?? []), ...unsure]),
    };
    return tell({ known, asked, left });
  };
  let asked = 0;
  let more = false;

  const read = (input: ListInput, how: Partial<PageReader<Website>>) =>
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

  let readsAll = true;
  const whole = await read(
    { sort_by: 'id', sort: 'asc' },
    {
      onPage: async (items, { cursor, pages, read, total }) => {
        // Estimates the number of remaining pages from the real page size, which may be smaller than the requested one.
        const rest = total === undefined ? 1 : Math.max(1, Math.ceil((total - read) / (read / pages)));
        readsAll = !!cursor && pages - 1 + rest <= groups.size;
        await report(hostsIn(items), more ? (readsAll ? rest : groups.size) : 0);
      },
      until: () => !readsAll,
    },
  );
  if (!whole.ok) return whole.problem;
  const { complete, items } = whole.value;
  if (complete) {
    // The whole list also shows which of the hosts in `before` are no longer registered, so `registered` starts empty.
    known = { ...known, registered: new Set(), complete: at };
    await report(hostsIn(items), 0);
    return undefined;
  }
  await report([], groups.size);

  /**
   * The result of the test whether searches ignore case. Undefined before the test, which runs only if some host is not
   * found.
   */
  let anyCase: { ok: true; value: boolean } | { ok: false; problem: Problem } | undefined;
  const askCase = async (): Promise<typeof anyCase> => {
    const probe = caseProbe(items.map(({ domain }) => domain));
    if (!probe) return { ok: true, value: false };
    const answer = await read({ search: probe.search, search_by: 'domain' }, { maxPages: 1 });
    return answer.ok ? { ok: true, value: probe.shows(answer.value.items) } : answer;
  };
  /** Whether a result has shown that searches also find a text in the middle of a name. */
  let isAnywhere = false;
  const waiting = [...groups].map(([name, hosts]) => ({ name, hosts }));
  for (let group = waiting.shift(); group; group = waiting.shift()) {
    const { name, hosts } = group;
    const found = await search(name, hosts);
    if (!found.ok) return found.problem;
    const { items, complete: isWhole } = found.value;
    const registered = hostsIn(items);
    const open = hosts.filter((host) => !registered.includes(host));
    if (!isAnswered(items, name)) {
      // The service ignores the search term, so further searches are useless.
      await report(registered, 0, [], [...open, ...waiting.flatMap((one) => one.hosts)]);
      return undefined;
    }
    isAnywhere ||= isWithinNames(items, name);
    if (isWhole && open.length) anyCase ??= await askCase();
    if (anyCase?.ok === false) return anyCase.problem;
    const { again, absent, unsure } = provenAbsent(name, open, isWhole && anyCase?.value === true, isAnywhere);
    waiting.push(...again.map((host) => ({ name: host, hosts: [host] })));
    await report(registered, waiting.length, absent, unsure);
  }
  return undefined;
}
