import { type ComponentChild, h } from 'preact';
import { vi } from 'vitest';
import { ListProvider, type ListTab, type useListTab } from '@/entrypoints/manage/list/useListTab.ts';
import { startFor } from '@/entrypoints/manage/useStart.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import type { ListName } from '@/lib/records/types.ts';
import type { Website } from '@/lib/services/index.ts';
import { type ConnectionAddress, defaults, preferences } from '@/lib/storage/settings.ts';
import { defaultQuery, type Query } from '@/lib/websites/query.ts';
import { ok, openPage, showPlaces } from './hooked.ts';

export const base = 'https://stats.example';

export const connectionOf = (id: string, more: Partial<ConnectionAddress> = {}): ConnectionAddress => ({
  id,
  analyticsUrl: `https://${id}.example`,
  account: `of ${id}`,
  ...more,
});

export const website = (id: string, more: Partial<Website> = {}): Website => ({ id, domain: `${id}.example`, ...more });

/** A page of a list, as the service answers. */
export const page = (items: object[], more = {}) => ok({ items, more: false, ...more });

const fallbacks = { defaults: defaults.fallback, preferences: preferences.fallback };

/** What a tab with a list is given, for these connections. */
export const tabProps = (
  connections: readonly ConnectionAddress[],
  change: Partial<Query> = {},
  kind: ListName = 'websites',
): Omit<Parameters<typeof useListTab>[1], 'drafts'> => ({
  parts: connections.flatMap((connection) => {
    const service = serviceWith(kind, connection);
    return service ? [{ connection, service, name: connection.name ?? connection.id }] : [];
  }),
  route: { query: { ...defaultQuery(kind), ...change } } as ListTab['route'],
  start: startFor({ connections: { list: [...connections] }, opened: connections[0]?.id, ...fallbacks }, undefined),
  say,
});

/** Views of a list, of which its tab has only this. */
export const inList = (tab: object, ...children: ComponentChild[]) =>
  h(ListProvider, { value: tab as ListTab, children });

/** What a list says is heard here. */
export const say = vi.fn();

/** An empty page for a list. */
export function openList(): void {
  openPage();
  showPlaces('{domain}{name}');
  vi.clearAllMocks();
}
