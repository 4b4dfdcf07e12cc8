import { browser } from 'wxt/browser';
import { parseAddress } from '@/lib/connections/address.ts';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import { hasAccess, hasNotifications } from '@/lib/connections/permissions.ts';
import { addressesOf } from '@/lib/connections/services.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { ConnectionStatus } from '@/lib/messages/commands.ts';
import type { DamagedPart } from '@/lib/storage/damagedParts.ts';
import { type LastReport, lastReportOf } from '@/lib/storage/lastReport.ts';
import { type PolicyInForce, policyInForce } from '@/lib/storage/policyInForce.ts';
import {
  type ConnectionAddress,
  type Connections,
  connections,
  connectionWith,
  type Draft,
  defaults,
  draftOf,
  get,
  preferences,
} from '@/lib/storage/settings.ts';
import { hashOf } from './route.ts';
import { type SettingsStart, typedSettings } from './useSettings.ts';

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

/** Everything that the page starts with. */
export interface OptionsStart {
  connections: Connections;
  policy: PolicyInForce;
  settings: SettingsStart;
  /** The parts of the settings that cannot be read. */
  damaged: DamagedPart[];
  /** The browsers of phones have no context menus. */
  hasMenus: boolean;
}

/** The view for a page over which the popup was opened to connect its service; none while nothing is connected. */
function hashForPage(search: string, { list }: Connections): string | undefined {
  const page = parseAddress(new URLSearchParams(search).get('connect') ?? '');
  if ('refused' in page || !list.length) return undefined;
  const same = list.find(({ analyticsUrl }) => isPageOf(page.url, analyticsUrl));
  return same ? hashOf(same.id) : '#new';
}

export async function loadOptions({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<OptionsStart> {
  const [stored, policy, fields, preferred, typed, damaged, mayNotify] = await Promise.all([
    get(connections),
    get(policyInForce),
    get(defaults),
    get(preferences),
    get(typedSettings),
    ask('settings.damaged', {}),
    hasNotifications(),
  ]);
  const hash = hashForPage(search, stored);
  if (hash) history.replaceState(null, '', `${pathname}${search}${hash}`);
  return {
    connections: stored,
    policy,
    settings: { preferences: preferred, defaults: fields, typed, mayNotify },
    damaged: damaged.ok ? damaged.value : [],
    hasMenus: browser.contextMenus !== undefined,
  };
}
