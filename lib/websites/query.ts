import { type SiteState, siteStates } from '../audit/look.ts';
import { siteOfText } from '../hosts/parse.ts';
import { searchedText } from '../hosts/search.ts';
import type { ListName } from '../records/types.ts';
import type { Order, Unchecked, ViewQuery } from '../records/view.ts';
import type { PrivacyKind } from './privacyKind.ts';

/** The tabs of the manage page, as its address names them. */
export type TabName = 'websites' | 'projects' | 'tracking' | 'add';
export type PrivacyFilter = 'all' | PrivacyKind;
export type TrackingFilter = 'all' | SiteState | Unchecked;
type LinkFilter = 'all' | 'linked' | 'unlinked';

/** The value of `Query.connection` for all connections. No connection has this id. */
export const everyConnection = 'all';

/** The state of the manage page that its address contains: the tab, the search, the filters and the order. */
export interface Query {
  tab: TabName;
  /**
   * The id of the connection that the person has chosen on this page, or `everyConnection`. Missing before any choice.
   */
  connection?: string;
  search: string;
  sort_by: string;
  sort: 'asc' | 'desc';
  filter: PrivacyFilter;
  /** Filters websites by the state that their last tracking check found. */
  tracking: TrackingFilter;
  /** Filters websites by whether they have a project, and projects by whether they have a website. */
  link: LinkFilter;
}

/**
 * For each list, the sort keys in the page's address, and the `order` of a `ViewQuery` that each stands for. The first
 * key is the default.
 */
const orders = {
  websites: { id: 'created', domain: 'host', privacy: 'privacy', tracking: 'tracking', visit: 'visit', link: 'linked' },
  projects: {
    created_at: 'created',
    project: 'host',
    reports: 'reports',
    score: 'score',
    link: 'linked',
  },
} as const satisfies Record<ListName, Readonly<Record<string, Order>>>;

const ordersOf = (kind: ListName): Readonly<Record<string, Order>> => orders[kind];
const sortKeys = (tab: TabName) => Object.keys(ordersOf(listKindOf(tab))) as [string, ...string[]];

/** Whether a tab shows a list of records from a service. */
export const isListTab = (tab: TabName): boolean => tab === 'websites' || tab === 'projects';

/** Returns the list that a tab shows, or `websites` for tabs without a list. */
export const listKindOf = (tab: TabName): ListName => (tab === 'projects' ? 'projects' : 'websites');

/**
 * The orders that are ascending by default: hosts begin at A, for example, and tracking states at the worst. All other
 * orders begin with the newest or greatest value.
 */
const ascending: readonly Order[] = ['host', 'privacy', 'tracking'];
const naturalOrder = (tab: TabName, sortBy: string): Query['sort'] =>
  ascending.includes(ordersOf(listKindOf(tab))[sortBy] ?? 'created') ? 'asc' : 'desc';

/** Returns a tab's query without search and filters, in the tab's default order. */
export const defaultQuery = (tab: TabName): Query => ({
  tab,
  search: '',
  sort_by: sortKeys(tab)[0],
  sort: 'desc',
  filter: 'all',
  tracking: 'all',
  link: 'all',
});

const oneOfChoices = <T>(value: unknown, allowed: readonly T[], fallback: T): T =>
  allowed.includes(value as T) ? (value as T) : fallback;

/** Reads the query from a page's address. Replaces unknown values, such as those of earlier versions, with defaults. */
export function parseQuery(address: string): Query {
  const given = new URLSearchParams(address);
  const tab = oneOfChoices<TabName>(given.get('tab'), ['websites', 'projects', 'tracking', 'add'], 'websites');
  const base = defaultQuery(tab);
  const connection = /^[\w-]{1,64}$/.exec(given.get('connection') ?? '')?.[0];
  return {
    ...base,
    ...(connection ? { connection } : {}),
    search: given.get('search') ?? '',
    sort_by: oneOfChoices(given.get('sort_by') ?? '', sortKeys(tab), base.sort_by),
    sort: oneOfChoices(given.get('sort'), ['asc', 'desc'], base.sort),
    filter: oneOfChoices<PrivacyFilter>(given.get('filter'), ['public', 'private', 'password', 'unknown'], 'all'),
    tracking: oneOfChoices<TrackingFilter>(given.get('tracking'), [...siteStates, 'unchecked'], 'all'),
    link: oneOfChoices<LinkFilter>(given.get('link'), ['linked', 'unlinked'], 'all'),
  };
}

/**
 * Returns a query as the search part of the page's address (`?…`). Leaves out default values, so the result is '' if
 * there are no others.
 */
export function formatQuery(query: Query): string {
  const base = defaultQuery(query.tab);
  const entries = Object.entries(query).filter(
    ([name, value]) =>
      value !== undefined && (name === 'tab' ? value !== 'websites' : value !== base[name as keyof Query]),
  );
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Returns the query after a change. A new sort key gets its default direction. */
export function changeQuery(query: Query, change: Partial<Query>): Query {
  const isOther = change.sort_by && change.sort_by !== query.sort_by;
  const order = isOther ? { sort: naturalOrder(query.tab, change.sort_by ?? '') } : {};
  return { ...query, ...order, ...change };
}

/**
 * Returns the text that a service gets as its search. International names and pasted addresses become hosts; any other
 * text stays as typed.
 */
export function searchText(typed: string): string {
  const text = searchedText(typed);
  const site = /[^\x20-\x7e]/.test(text) ? siteOfText(text) : undefined;
  return site && 'host' in site ? site.host : text;
}

/** Returns the query over the stored records that matches the page's search, filters and order. */
export function viewQuery({ tab, search, sort_by, sort, filter, tracking, link }: Query): ViewQuery {
  return {
    // International names stay as typed, because rows contain them in Unicode, too.
    search: searchedText(search),
    order: ordersOf(listKindOf(tab))[sort_by] ?? 'created',
    ...(sort === 'desc' ? { descending: true } : {}),
    ...(filter === 'all' ? {} : { privacy: filter }),
    ...(tracking === 'all' ? {} : { tracking }),
    ...(link === 'all' ? {} : { linked: link === 'linked' }),
  };
}
