import type { Website } from '../services/index.ts';
import { passes } from './privacyCounts.ts';
import { type Query, searchText } from './query.ts';

/** All websites that match a search, as read at one time, newest first. */
export interface AllWebsites {
  /** The search as it was sent to the service; empty for all websites. */
  search: string;
  items: Website[];
  /** Whether the service has proved that these are all. */
  complete: boolean;
  /** When they were read (milliseconds since 1970). */
  at: number;
}

/** Whether what was read contains all matches of a search. */
export const covers = (all: AllWebsites, search: string): boolean =>
  all.search === '' || all.search === searchText(search);

/** The matches of a search. Services differ in which fields they search; here only the name counts. */
export function found({ items }: AllWebsites, search: string): Website[] {
  const text = searchText(search).toLowerCase();
  return text ? items.filter(({ domain }) => domain.toLowerCase().includes(text)) : items;
}

const domainOrder = (a: Website, b: Website) => (a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : 0);

/** The matches of a query and its filters, in its order. */
export function matching(all: AllWebsites, { search, filter, sort_by, sort }: Query): Website[] {
  const items = found(all, search).filter((website) => passes(website, filter));
  if (sort_by === 'domain') items.sort(domainOrder);
  return (sort === 'asc') === (sort_by === 'domain') ? items : items.reverse();
}
