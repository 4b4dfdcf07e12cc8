import { browser } from 'wxt/browser';
import { addressesOf, parseAddress } from '@/lib/connections/address.ts';
import { hasAccess, hasNotifications } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { ConnectionStatus } from '@/lib/messages/commands.ts';
import { addedConnections } from '@/lib/storage/addedConnections.ts';
import { type LastReport, lastReportOf } from '@/lib/storage/lastReport.ts';
import {
  activeConnection,
  type ConnectionAddress,
  type Connections,
  connections,
  connectionWith,
  type Defaults,
  type Draft,
  defaults,
  draftOf,
  firstId,
  get,
  type Preferences,
  preferences,
  update,
} from '@/lib/storage/settings.ts';

/** Everything that the form of one connection starts from. */
export interface ConnectionStart {
  /** Also of a connection that is not stored yet. */
  id: string;
  connection: ConnectionAddress | undefined;
  draft: Draft;
  /** The draft's address is that of the page over which the popup was opened. */
  isOffered?: true;
  last: LastReport | undefined;
  status: ConnectionStatus;
  /** Connected addresses without host permission; the person may revoke it at any time. */
  barred: string[];
}

/** Everything the page starts from. */
export interface OptionsStart {
  connections: Connections;
  /** The ids of those that were added and not saved yet. */
  added: string[];
  /** The one that is open. */
  opened: ConnectionStart;
  defaults: Defaults;
  preferences: Preferences;
  /** Browsers of phones have no context menus. */
  hasMenus: boolean;
}

const noStatus: ConnectionStatus = { analytics: { key: 'none' }, seo: { key: 'none' } };

/** The status of the keys; none where the worker fails to answer. */
export async function loadStatus(connection: string): Promise<ConnectionStatus> {
  const answer = await ask('connection.status', { connection });
  return answer.ok ? answer.value : noStatus;
}

async function barredOf(connection: ConnectionAddress | undefined): Promise<string[]> {
  const urls = connection ? addressesOf(connection) : [];
  const allowed = await Promise.all(urls.map((url) => hasAccess([url])));
  return urls.filter((_url, index) => !allowed[index]);
}

export async function loadConnection(id: string): Promise<ConnectionStart> {
  const connection = connectionWith(await get(connections), id);
  const [draft, last, status, barred] = await Promise.all([
    get(draftOf(id)),
    get(lastReportOf(id)),
    loadStatus(id),
    barredOf(connection),
  ]);
  return { id, connection, draft, last, status, barred };
}

/** The address of a page of the service, with which the popup opened this one: for the first connection. */
function offered(start: ConnectionStart, search: string): ConnectionStart {
  const address = parseAddress(new URLSearchParams(search).get('connect') ?? '');
  const isFree = !start.connection && !start.draft.analyticsUrl;
  return isFree && 'url' in address
    ? { ...start, draft: { ...start.draft, analyticsUrl: address.url }, isOffered: true }
    : start;
}

/** Something was typed for a connection that is not saved. */
export const isTyped = ({ draft, status }: ConnectionStart): boolean =>
  [status.analytics.waiting, status.seo.waiting, ...Object.values(draft)].some(Boolean);

/** The first connection, where it is still to be saved and others have come by a policy while no page was open. */
async function typedFirst({ list }: Connections, added: readonly string[]): Promise<string[]> {
  if (!list.length || [...list.map(({ id }) => id), ...added].includes(firstId)) return [];
  if (!isTyped(await loadConnection(firstId))) return [];
  await update(addedConnections, (ids) => [...ids, firstId]).catch(() => undefined);
  return [firstId];
}

/** Opens the connection that the page's address names, else the one used last. */
export async function loadOptions({ hash, search }: Pick<Location, 'hash' | 'search'>): Promise<OptionsStart> {
  const named = hash.slice(1);
  const [stored, typed, fields, preferred, mayNotify] = await Promise.all([
    get(connections),
    get(addedConnections),
    get(defaults),
    get(preferences),
    hasNotifications(),
  ]);
  const isStored = (id: string) => connectionWith(stored, id) !== undefined;
  const others = stored.list.length ? typed.filter((id) => !isStored(id)) : [];
  const added = [...others, ...(await typedFirst(stored, others))];
  const isThere = isStored(named) || added.includes(named);
  return {
    connections: stored,
    added,
    opened: offered(await loadConnection(isThere ? named : (activeConnection(stored)?.id ?? firstId)), search),
    defaults: fields,
    preferences: { ...preferred, notifications: preferred.notifications && mayNotify },
    hasMenus: browser.contextMenus !== undefined,
  };
}
