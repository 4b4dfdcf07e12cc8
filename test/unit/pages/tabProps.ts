import { vi } from 'vitest';
import type { TabProps } from '@/entrypoints/manage/tab.ts';
import type { Website } from '@/lib/services/index.ts';
import { type ConnectionAddress, defaults, preferences } from '@/lib/storage/settings.ts';
import { defaultQuery, type Query } from '@/lib/websites/query.ts';
import { ok, openPage, showPlaces } from './hooked.ts';

export const base = 'https://stats.example';
export const other = 'https://other.example';

export const connectionOf = (id: string, more: Partial<ConnectionAddress> = {}): ConnectionAddress => ({
  id,
  analyticsUrl: `https://${id}.example`,
  account: `of ${id}`,
  ...more,
});

export const website = (id: string, more: Partial<Website> = {}): Website => ({ id, domain: `${id}.example`, ...more });

/** A page of a list, as the service answers. */
export const page = (items: object[], more = {}) => ok({ items, more: false, ...more });

const connection = { id: 'main', analyticsUrl: base, account: base };

/** What a tab with a list is given, for one connection. */
export const tabProps = (change: Partial<Query> = {}): Omit<TabProps, 'drafts'> => ({
  serviceUrl: base,
  account: base,
  route: { query: { ...defaultQuery('websites'), ...change } } as TabProps['route'],
  start: {
    connection,
    connections: { list: [connection] },
    isEvery: false,
    of: () => tabProps().start,
    opened: 'main',
    defaults: defaults.fallback,
    preferences: preferences.fallback,
    perPage: 50,
  },
  listsRead: { websites: { complete: false }, projects: { complete: false } },
  onListRead: () => {},
  all: { of: () => undefined, read: async () => undefined, reading: undefined, problem: undefined, stop: () => {} },
  say: () => {},
});

const frames: (() => void)[] = [];
/** Draws the next frame. */
export const paint = () => frames.splice(0).forEach((frame) => void frame());

/** What a list does to the page: it is heard here. */
export const route = { next: vi.fn(), previous: vi.fn(), change: vi.fn() };
export const say = vi.fn();

/** An empty page for a list, whose frames are drawn by `paint`. */
export function openList(): void {
  openPage();
  showPlaces('{domain}{name}');
  frames.length = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.clearAllMocks();
}
