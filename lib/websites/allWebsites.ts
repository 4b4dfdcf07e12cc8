import type { Website } from '../services/index.ts';
import { passes } from './privacyCounts.ts';
import { type Query, searchText } from './query.ts';

/** All websites that a search finds, as they were read at one time, the newest first. */
export interface AllWebsites {
  /** As it was sent to the service; empty for all there are. */
  search: string;
  items: Website[];
  /** The service has shown that these are all. */
  complete: boolean;
  /** When they were read (milliseconds since 1970). */
  at: number;
}

/** Whether what was read contains all that a search finds. */
export const covers = (all: AllWebsites, search: string): boolean =>
  all.search === '' || all.search === searchText(search);

/** Those that a search finds. Services differ in what they find; what is not in the name is not meant. */
export function found({ items }: AllWebsites, search: string): Website[] {
  const text = searchText(search).toLowerCase();
  return text ? items.filter(({ domain }) => domain.toLowerCase().includes(text)) : items;
}

const domainOrder = (a: Website, b: Website) => (a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : 0);

/** Those that a query with its filter asks for, in its order. */
export function matching(all: AllWebsites, { search, filter, sort_by, sort }: Query): Website[] {
  const items = found(all, search).filter((website) => passes(website, filter));
  if (sort_by === 'domain') items.sort(domainOrder);
  return (sort === 'asc') === (sort_by === 'domain') ? items : items.reverse();
}
