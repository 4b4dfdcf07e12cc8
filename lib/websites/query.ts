import { type SiteState, siteStates } from '../audit/look.ts';
import { siteOfText } from '../hosts/parse.ts';
import type { Order, Unchecked, ViewQuery } from '../records/view.ts';
import type { PrivacyKind } from './privacyKind.ts';

/** The tabs of the manage page, as its address names them. */
export type TabName = 'websites' | 'projects' | 'tracking' | 'add';
export type RecordKind = 'websites' | 'projects';
export type PrivacyFilter = 'all' | PrivacyKind;
export type TrackingFilter = 'all' | SiteState | Unchecked;
type LinkFilter = 'all' | 'linked' | 'unlinked';

/** Takes the place of a connection's id while the lists of all connections are shown. No connection has this id. */
export const everyConnection = 'all';

/** The shown list, its filters and its order: everything in the page's address. */
export interface Query {
  tab: TabName;
  /** The id of the connection that was chosen on this page, if there are several, or `everyConnection`. */
  connection?: string;
  search: string;
  sort_by: string;
  sort: 'asc' | 'desc';
  filter: PrivacyFilter;
  /** Which result of the last tracking check to show. */
  tracking: TrackingFilter;
  /** Whether to show only websites with (or without) a project, or projects with (or without) a website. */
  link: LinkFilter;
}

/** The sort keys of each list, as the page's address names them. The first key of a list is its default. */
const orders = {
  websites: { id: 'created', domain: 'host', privacy: 'privacy', tracking: 'tracking', visit: 'visit', link: 'linked' },
  projects: {
    created_at: 'created',
    project: 'host',
    reports: 'reports',
    score: 'score',
    link: 'linked',
  },
} as const satisfies Record<RecordKind, Readonly<Record<string, Order>>>;

const ordersOf = (kind: RecordKind): Readonly<Record<string, Order>> => orders[kind];
const sortKeys = (tab: TabName) => Object.keys(ordersOf(listKindOf(tab))) as [string, ...string[]];

/** Whether a tab shows a list of records. */
export const isListTab = (tab: TabName): boolean => tab === 'websites' || tab === 'projects';

/** Returns the list of a tab. Tabs without a list of their own count as `websites`. */
export const listKindOf = (tab: TabName): RecordKind => (tab === 'projects' ? 'projects' : 'websites');

/** The default direction: names from A, states from the worst, dates and numbers from the newest and greatest. */
const ascending: readonly Order[] = ['host', 'privacy', 'tracking'];
const naturalOrder = (tab: TabName, sortBy: string): Query['sort'] =>
  ascending.includes(ordersOf(listKindOf(tab))[sortBy] ?? 'created') ? 'asc' : 'desc';

/** Returns the query of a tab without search and filters, in the tab's default order. */
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

/** Reads the address's query leniently. Unknown values, for example from pages of earlier versions, become defaults. */
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

/** Returns the address's query without default values. It is empty for a plain list. */
export function formatQuery(query: Query): string {
  const base = defaultQuery(query.tab);
  const entries = Object.entries(query).filter(
    ([name, value]) =>
      value !== undefined && (name === 'tab' ? value !== 'websites' : value !== base[name as keyof Query]),
  );
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Applies a change to the query. A new sort key begins in its default direction. */
export function changeQuery(query: Query, change: Partial<Query>): Query {
  const isOther = change.sort_by && change.sort_by !== query.sort_by;
  const order = isOther ? { sort: naturalOrder(query.tab, change.sort_by ?? '') } : {};
  return { ...query, ...order, ...change };
}

/** Invisible characters that copying leaves in a text. Joiners are not among them, because names can contain them. */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const cleaned = (typed: string): string => typed.replace(unseen, '').trim();

/** Whether to search for a text as a host: an address, or a name with fullwidth letters or another full stop. */
const isAddress = (text: string): boolean =>
  /^(https?:)?\/\/|[^/]\/$/i.test(text) ||
  (/[\uff01-\uff5e\u3002\uff61]/.test(text) && /[.\uff0e\u3002\uff61]/.test(text));

/**
 * Returns the text to search for: international names and pasted addresses in the services' form, anything else as
 * typed.
 */
export function searchText(typed: string): string {
  const text = cleaned(typed);
  const site = /[^\x20-\x7e]/.test(text) || isAddress(text) ? siteOfText(text) : undefined;
  return site && 'host' in site ? site.host : text;
}

/** Returns the query of a list, in the terms of the stored rows. */
export function viewQuery({ tab, search, sort_by, sort, filter, tracking, link }: Query): ViewQuery {
  return {
    // International names are searched as typed.
    search: isAddress(cleaned(search)) ? searchText(search) : cleaned(search),
    order: ordersOf(listKindOf(tab))[sort_by] ?? 'created',
    ...(sort === 'desc' ? { descending: true } : {}),
    ...(filter === 'all' ? {} : { privacy: filter }),
    ...(tracking === 'all' ? {} : { tracking }),
    ...(link === 'all' ? {} : { linked: link === 'linked' }),
  };
}
