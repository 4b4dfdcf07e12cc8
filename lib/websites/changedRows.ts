import type { ChangeKind } from '../messages/changes.ts';
import type { Project, Website } from '../services/index.ts';
import { refreshed } from './conflict.ts';
import type { Query } from './query.ts';

/** Whether a website that was registered just now belongs at the top of what is shown. */
const belongsOnTop = (query: Query, domain: string) =>
  !query.cursor &&
  query.sort_by === 'id' &&
  query.sort === 'desc' &&
  domain.includes(query.search.trim().toLowerCase());

/** The listed websites after a change anywhere; the same array where it does not touch them. */
export function changedWebsites(items: Website[], change: ChangeKind, query: Query): Website[] {
  if (change.kind === 'website-gone')
    return items.some(({ id }) => id === change.id) ? items.filter(({ id }) => id !== change.id) : items;
  if (change.kind !== 'website') return items;
  const { website, created } = change;
  if (items.some(({ id }) => id === website.id))
    return items.map((item) => (item.id === website.id && !item.locked ? refreshed(item, website) : item));
  if (!created || !website.domain || !belongsOnTop(query, website.domain)) return items;
  return [{ ...website, domain: website.domain }, ...items];
}

/** The listed projects after a change anywhere. */
export function changedProjects(items: Project[], change: ChangeKind): Project[] {
  if (change.kind !== 'project-gone' || !items.some(({ project }) => project === change.project)) return items;
  return items.filter(({ project }) => project !== change.project);
}
