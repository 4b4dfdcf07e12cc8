import { siteOfText } from '../hosts/parse.ts';

/** The page's tabs, as its address names them. */
export type TabName = 'websites' | 'projects' | 'tracking' | 'add';
export type RecordKind = 'websites' | 'projects';
export type PrivacyFilter = 'all' | 'public' | 'private' | 'password' | 'unknown';
export type LinkFilter = 'all' | 'linked' | 'unlinked';

const perPages = [10, 25, 50, 100] as const;
export type PerPage = (typeof perPages)[number];

/** Replaces the id of a connection if the lists of all are shown; no connection has this id. */
export const everyConnection = 'all';

/** What is listed and how: everything in the page's address. */
export interface Query {
  tab: TabName;
  /** The id of the connection that was chosen here, if there are several; or `everyConnection`. */
  connection?: string;
  search: string;
  sort_by: string;
  sort: 'asc' | 'desc';
  per_page: PerPage;
  filter: PrivacyFilter;
  /** Whether the website has a project, or the project a website. */
  link: LinkFilter;
  /** The cursor of this page, from the service; absent on the first. */
  cursor?: string;
  /** How many records come before this page. */
  from: number;
}

/** The keys each list can be sorted by, the default first. */
export const sortKeys: Record<RecordKind, readonly [string, string]> = {
  websites: ['id', 'domain'],
  projects: ['created_at', 'project'],
};
export const perPageChoices: readonly PerPage[] = perPages;

export const listKindOf = (tab: TabName): RecordKind => (tab === 'projects' ? 'projects' : 'websites');

/** The natural order of a key: names from A to Z, dates newest first. */
export const naturalOrder = (sortBy: string): Query['sort'] =>
  Object.values(sortKeys).some(([, byName]) => byName === sortBy) ? 'asc' : 'desc';

/** The default query; `perPage`: the page size chosen last. */
export const defaultQuery = (tab: TabName, perPage: PerPage = 50): Query => ({
  tab,
  search: '',
  sort_by: sortKeys[listKindOf(tab)][0],
  sort: 'desc',
  per_page: perPage,
  filter: 'all',
  link: 'all',
  from: 0,
});

const oneOfChoices = <T>(value: unknown, allowed: readonly T[], fallback: T): T =>
  allowed.includes(value as T) ? (value as T) : fallback;

/** Reads the address's query leniently: unknown values become defaults. */
export function parseQuery(address: string, perPage?: PerPage): Query {
  const given = new URLSearchParams(address);
  const tab = oneOfChoices<TabName>(given.get('tab'), ['websites', 'projects', 'tracking', 'add'], 'websites');
  const base = defaultQuery(tab, perPage);
  const connection = /^[\w-]{1,64}$/.exec(given.get('connection') ?? '')?.[0];
  const cursor = given.get('cursor') || undefined;
  const from = Number(given.get('from') ?? 0);
  return {
    ...base,
    ...(connection ? { connection } : {}),
    search: given.get('search') ?? '',
    sort_by: oneOfChoices(given.get('sort_by'), sortKeys[listKindOf(base.tab)], base.sort_by),
    sort: oneOfChoices(given.get('sort'), ['asc', 'desc'], base.sort),
    per_page: oneOfChoices(Number(given.get('per_page')), perPages, base.per_page),
    filter: oneOfChoices<PrivacyFilter>(given.get('filter'), ['public', 'private', 'password', 'unknown'], 'all'),
    link: oneOfChoices<LinkFilter>(given.get('link'), ['linked', 'unlinked'], 'all'),
    ...(cursor ? { cursor, from: Number.isSafeInteger(from) && from > 0 ? from : 0 } : {}),
  };
}

/** The address's query without default values; empty for a plain first page. */
export function formatQuery(query: Query, perPage?: PerPage): string {
  const base = defaultQuery(query.tab, perPage);
  const entries = Object.entries(query).filter(
    ([name, value]) =>
      value !== undefined && (name === 'tab' ? value !== 'websites' : value !== base[name as keyof Query]),
  );
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Changing what is listed returns to the first page, another key begins in its natural order; a filter only hides rows of the page that is shown. */
export function changeQuery(query: Query, change: Partial<Query>): Query {
  const keepsPage = Object.keys(change).every(
    (name) => name === 'filter' || name === 'link' || name === 'cursor' || name === 'from',
  );
  const { cursor, ...rest } = query;
  const order = change.sort_by && change.sort_by !== query.sort_by ? { sort: naturalOrder(change.sort_by) } : {};
  return keepsPage ? { ...query, ...change } : { ...rest, from: 0, ...order, ...change };
}

/** The text to search for: international names and pasted addresses as the service knows them, anything else as it was typed. */
export function searchText(typed: string): string {
  const text = typed.trim();
  const isName = /[^\x20-\x7e]/.test(text) || /^https?:\/\//i.test(text);
  const site = isName ? siteOfText(text) : undefined;
  return site && 'host' in site ? site.host : text;
}

/** The input of the list operation; the same for queries that differ only in filters. */
export function listInput({ tab, search, sort_by, sort, per_page, cursor }: Query) {
  const text = searchText(search);
  const by = { search: text, search_by: tab === 'projects' ? 'project' : 'domain' };
  return { ...(text ? by : {}), sort_by, sort, per_page, ...(cursor ? { cursor } : {}) };
}
