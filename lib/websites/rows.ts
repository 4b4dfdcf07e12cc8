import { hostOf } from '../hosts/hostOf.ts';
import { toUnicode } from '../hosts/punycode.ts';
import type { ChangeKind } from '../messages/changes.ts';
import type { Project, Website } from '../services/index.ts';
import { type Query, type RecordKind, searchText } from './query.ts';
import { refreshed } from './record.ts';

/** A record with its displayed name. */
export interface Row<T> {
  record: T;
  /** Unique on the page, also for records without an id. */
  key: string;
  /** The Unicode form of the domain or project. */
  name: string;
  /** The registered form, if it differs. */
  ascii?: string;
  /** The exact host, if the name is one. */
  host?: string;
}

const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function named(given: string): Pick<Row<unknown>, 'name' | 'ascii' | 'host'> {
  const host = hostOf(given);
  // Direction marks could make one name look like another.
  const plain = given.replace(directionMarks, '');
  const name = host?.includes('xn--') ? toUnicode(host) : plain;
  const ascii = host ?? plain;
  return { name, ...(ascii === name ? {} : { ascii }), ...(host ? { host } : {}) };
}

function rowsOf<T>(items: readonly T[], id: (item: T) => string, name: (item: T) => string): Row<T>[] {
  const seen = new Map<string, number>();
  return items.map((record) => {
    const base = id(record) || name(record);
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    return { record, key: count ? `${base} ${count}` : base, ...named(name(record)) };
  });
}

export const websiteRows = (items: readonly Website[]): Row<Website>[] =>
  rowsOf(
    items,
    ({ id }) => id,
    ({ domain }) => domain,
  );

export const projectRows = (items: readonly Project[]): Row<Project>[] =>
  rowsOf(
    items,
    ({ project }) => project,
    ({ project }) => project,
  );

/** Whether the typed text is the name of the record to delete, in either form. */
export function confirms(typed: string, { name, ascii }: Pick<Row<unknown>, 'name' | 'ascii'>): boolean {
  const plain = typed.trim().toLowerCase();
  return plain !== '' && (plain === name.toLowerCase() || plain === ascii?.toLowerCase());
}

/** Whether a search finds a domain. */
const finds = (search: string, domain: string) => domain.toLowerCase().includes(searchText(search).toLowerCase());

/** Whether a website that was just registered belongs at the top of the shown page. */
const belongsOnTop = ({ cursor, sort_by, sort, search }: Query, domain: string) =>
  !cursor && sort_by === 'id' && sort === 'desc' && finds(search, domain);

/** The listed websites after a change in any window; the same array if none of them is affected. */
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

/** The listed projects after a change in any window. */
export function changedProjects(items: Project[], change: ChangeKind): Project[] {
  if (change.kind !== 'project-gone' || !items.some(({ project }) => project === change.project)) return items;
  return items.filter(({ project }) => project !== change.project);
}

/** What a change means for a list whose shown page does not have the record. */
export interface ChangeElsewhere {
  /** The record: each is counted once, however often its change is heard of. */
  key: string;
  /** How many more records the list has by it; undefined if that cannot be known. */
  by: number | undefined;
  /** Records of this page may have moved up to the one before. */
  movesUp?: boolean;
}

/** What a change to a record that is not on the shown page means for a list; undefined: nothing. */
export function changeElsewhere(
  kind: RecordKind,
  change: ChangeKind,
  { search, cursor }: Query,
): ChangeElsewhere | undefined {
  if (change.kind === 'website') {
    const { id, domain } = change.website;
    if (kind !== 'websites' || !change.created || (domain && !finds(search, domain))) return undefined;
    return { key: `created ${id}`, by: domain || !searchText(search) ? 1 : undefined };
  }
  const isWebsite = change.kind === 'website-gone';
  if (isWebsite !== (kind === 'websites')) return undefined;
  // A search may not have found it.
  const by = searchText(search) ? undefined : -1;
  return { key: `gone ${isWebsite ? change.id : change.project}`, by, movesUp: !!cursor };
}
