import { hostOf } from '../hosts/hostOf.ts';
import type { ListOutput, Problem, Website } from '../services/index.ts';

export interface ListInput {
  search?: string;
  search_by?: 'domain';
  sort_by?: 'id';
  sort?: 'asc';
  per_page: 100;
  cursor?: string;
}

type ListAnswer = { ok: true; value: ListOutput<Website> } | { ok: false; problem: Problem };
/** Asks for one page of websites: one request. */
export type ListWebsites = (input: ListInput) => Promise<ListAnswer>;

/** What one more request has told. */
export interface LookUpProgress {
  /** Exact hosts that are registered. */
  registered: string[];
  /** Hosts that were asked about and are not. */
  absent: string[];
  /** Hosts that were asked about, and the service did not show its whole list. */
  unsure?: string[];
  /** Every website has been read. */
  complete: boolean;
  /** Requests so far, and how many more there will be as far as can be told. */
  asked: number;
  left: number;
}

const perPage = 100;
const keysOf = ({ items }: ListOutput<Website>) => items.map(({ id, domain }) => `${id} ${domain}`);
/** A name that could not be read may be any: such a list is never the whole truth. */
const isSound = ({ items }: ListOutput<Website>) => items.every(({ domain }) => domain !== '');
const hostsIn = ({ items }: ListOutput<Website>) => items.flatMap(({ domain }) => hostOf(domain) ?? []);

/**
 * Finds out which of these hosts (grouped by the name that one search finds them with) are registered, by as few
 * requests as it can: all pages of the list where these are fewer than the searches, else one search for each name.
 * Stops with the problem of a request that failed; what was found before stands.
 */
export async function* lookUpHosts(
  groups: ReadonlyMap<string, readonly string[]>,
  list: ListWebsites,
): AsyncGenerator<LookUpProgress, Problem | undefined> {
  const first = await list({ per_page: perPage, sort_by: 'id', sort: 'asc' });
  if (!first.ok) return first.problem;
  const { total, next, more } = first.value;
  const pages = pagesAfter(total, next);
  const walks = pages <= groups.size;
  const left = more ? (walks ? pages : groups.size) : 0;
  const sound = isSound(first.value);
  yield { registered: hostsIn(first.value), absent: [], complete: !more && sound, asked: 1, left };
  if (!more) return undefined;
  return yield* walks && next
    ? readPagesOfList(groups, list, { next, pages, sound, seen: keysOf(first.value) })
    : search(groups, list, 1);
}

/** How many pages follow the first: none that could be asked for, or as many as the service says; at least one. */
function pagesAfter(total: number | undefined, next: string | undefined): number {
  if (!next) return Number.POSITIVE_INFINITY;
  return total === undefined ? 1 : Math.max(1, Math.ceil(total / perPage) - 1);
}

/** Reads page after page for as long as this costs less than searching. */
async function* readPagesOfList(
  groups: ReadonlyMap<string, readonly string[]>,
  list: ListWebsites,
  { next, pages, sound: before, seen }: { next: string; pages: number; sound: boolean; seen: string[] },
): AsyncGenerator<LookUpProgress, Problem | undefined> {
  let cursor: string | undefined = next;
  let sound = before;
  const read = new Set(seen);
  let asked = 1;
  while (cursor && asked <= Math.max(pages, groups.size)) {
    const answer: ListAnswer = await list({ per_page: perPage, sort_by: 'id', sort: 'asc', cursor });
    if (!answer.ok) return answer.problem;
    asked++;
    const { value } = answer;
    const known = read.size;
    sound &&= isSound(value);
    for (const key of keysOf(value)) read.add(key);
    // A service that gives the same page again cannot be paged through.
    const stuck = read.size === known;
    yield {
      registered: hostsIn(value),
      absent: [],
      complete: !value.more && sound,
      asked,
      left: Math.max(value.more ? 1 : 0, pages + 1 - asked),
    };
    if (!value.more) return undefined;
    cursor = stuck ? undefined : value.next;
  }
  return yield* search(groups, list, asked);
}

interface Group {
  name: string;
  hosts: readonly string[];
}

/** What one search tells of its hosts; `again`: those that are asked about by their whole names; undefined: no more is. */
function judge({ name, hosts }: Group, later: readonly Group[], page: ListOutput<Website>) {
  const registered = hostsIn(page);
  const open = hosts.filter((host) => !registered.includes(host));
  if (!page.more) return { registered, absent: open, unsure: [], again: [] };
  // A service that does not search: asking on would tell nothing.
  if (!registered.some((host) => host.includes(name)))
    return { registered, absent: [], unsure: [...open, ...later.flatMap((one) => one.hosts)] };
  // A name with more websites than a page holds.
  const again = open.filter((host) => host !== name);
  return { registered, absent: [], unsure: open.filter((host) => host === name), again };
}

async function* search(
  groups: ReadonlyMap<string, readonly string[]>,
  list: ListWebsites,
  before: number,
): AsyncGenerator<LookUpProgress, Problem | undefined> {
  const waiting = [...groups].map(([name, hosts]): Group => ({ name, hosts }));
  let asked = before;
  for (let group = waiting.shift(); group; group = waiting.shift()) {
    const answer = await list({ search: group.name, search_by: 'domain', per_page: perPage });
    if (!answer.ok) return answer.problem;
    asked++;
    const { again, ...told } = judge(group, waiting, answer.value);
    yield { ...told, complete: false, asked, left: again ? waiting.length : 0 };
    if (!again) return undefined;
    waiting.push(...again.map((host) => ({ name: host, hosts: [host] })));
  }
  return undefined;
}
