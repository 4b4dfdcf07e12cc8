import { browser } from 'wxt/browser';
import { parseAddress } from '@/lib/connections/address.ts';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import { hasAccess, hasNotifications } from '@/lib/connections/permissions.ts';
import { addressesOf } from '@/lib/connections/services.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { ConnectionStatus } from '@/lib/messages/commands.ts';
import { addedConnections } from '@/lib/storage/addedConnections.ts';
import type { DamagedPart } from '@/lib/storage/damagedParts.ts';
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
  set,
  update,
} from '@/lib/storage/settings.ts';

/** Everything that the form of a connection starts with. */
export interface ConnectionStart {
  /** Also for a connection that is not stored yet. */
  id: string;
  connection: ConnectionAddress | undefined;
  draft: Draft;
  /** The page over which the popup was opened, to connect its service; the draft's address is its own, or the service's. */
  offered?: string;
  last: LastReport | undefined;
  status: ConnectionStatus;
  /** Connected addresses without host permission; the person may revoke it at any time. */
  barred: string[];
  /** The person has just asked for it, so that it takes the focus. */
  isAsked?: boolean;
}

/** Everything the page starts with. */
export interface OptionsStart {
  connections: Connections;
  /** The ids of connections that were added but not saved yet. */
  added: string[];
  /** The open connection. */
  opened: ConnectionStart;
  defaults: Defaults;
  preferences: Preferences;
  /** The parts of the settings that cannot be read. */
  damaged: DamagedPart[];
  /** The browsers of phones have no context menus. */
  hasMenus: boolean;
}

const noStatus: ConnectionStatus = { analytics: { key: 'none' }, seo: { key: 'none' } };

/** The status of the keys; none if the worker fails to answer. */
export async function loadStatus(connection: string): Promise<ConnectionStatus> {
  const answer = await ask('connection.status', { connection });
  return answer.ok ? answer.value : noStatus;
}

async function barredOf(connection: ConnectionAddress | undefined): Promise<string[]> {
  const urls = connection ? addressesOf(connection) : [];
  const allowed = await Promise.all(urls.map((url) => hasAccess([url])));
  return urls.filter((_url, index) => !allowed[index]);
}

/** `stored`: the connections, if they have just been read. */
export async function loadConnection(id: string, stored?: Connections): Promise<ConnectionStart> {
  const read = async () => {
    const connection = connectionWith(stored ?? (await get(connections)), id);
    return [connection, await barredOf(connection)] as const;
  };
  const [[connection, barred], draft, last, status] = await Promise.all([
    read(),
    get(draftOf(id)),
    get(lastReportOf(id)),
    loadStatus(id),
  ]);
  return { id, connection, draft, last, status, barred };
}

/** Something was typed for a connection that is not saved. */
export const isTyped = ({ draft }: ConnectionStart): boolean => Object.values(draft).some(Boolean);

/** The draft of the first connection, if a policy has added others while no page was open. */
async function typedFirst({ list }: Connections, added: readonly string[]): Promise<string[]> {
  if (!list.length || [...list.map(({ id }) => id), ...added].includes(firstId)) return [];
  if (!isTyped(await loadConnection(firstId))) return [];
  await update(addedConnections, (ids) => [...ids, firstId]).catch(() => undefined);
  return [firstId];
}

/** The connection whose address a page's is or is below; also one that is not saved yet. */
async function ofPage(url: string, { list }: Connections, added: readonly string[]): Promise<string | undefined> {
  const drafts = await Promise.all(
    [firstId, ...added].map(async (id) => ({ id, analyticsUrl: (await get(draftOf(id))).analyticsUrl })),
  );
  return [...list, ...drafts].find(({ analyticsUrl }) => analyticsUrl && isPageOf(url, analyticsUrl))?.id;
}

/** The connection of the page over which the popup was opened; if there is none, the first draft or a new connection. */
async function offered(search: string, stored: Connections, added: readonly string[]) {
  const page = new URLSearchParams(search).get('connect') ?? '';
  const address = parseAddress(page);
  if ('refused' in address) return undefined;
  const id = await ofPage(address.url, stored, added);
  const start = await loadConnection(id ?? (stored.list.length ? crypto.randomUUID() : firstId));
  const draft = { ...start.draft, analyticsUrl: start.draft.analyticsUrl ?? address.url };
  if (start.connection || !isPageOf(address.url, draft.analyticsUrl)) return start;
  await set(draftOf(start.id), draft).catch(() => undefined);
  return { ...start, draft, offered: page };
}

/** Opens the connection that the page's address names, or else the one used last. */
export async function loadOptions({ hash, search }: Pick<Location, 'hash' | 'search'>): Promise<OptionsStart> {
  const named = hash.slice(1);
  const [stored, typed, fields, preferred, damaged, mayNotify] = await Promise.all([
    get(connections),
    get(addedConnections),
    get(defaults),
    get(preferences),
    ask('settings.damaged', {}),
    hasNotifications(),
  ]);
  const isStored = (id: string) => connectionWith(stored, id) !== undefined;
  const others = stored.list.length ? typed.filter((id) => !isStored(id)) : [];
  const added = [...others, ...(await typedFirst(stored, others))];
  const isThere = isStored(named) || added.includes(named);
  const last = isThere ? named : (activeConnection(stored)?.id ?? firstId);
  const opened = (await offered(search, stored, added)) ?? (await loadConnection(last, stored));
  const isNew = stored.list.length > 0 && !opened.connection && !added.includes(opened.id);
  if (isNew) await update(addedConnections, (ids) => [...ids, opened.id]).catch(() => undefined);
  return {
    connections: stored,
    added: isNew ? [...added, opened.id] : added,
    opened: { ...opened, isAsked: true },
    defaults: fields,
    preferences: { ...preferred, notifications: preferred.notifications && mayNotify },
    damaged: damaged.ok ? damaged.value : [],
    hasMenus: browser.contextMenus !== undefined,
  };
}
