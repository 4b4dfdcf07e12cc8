import { browser } from 'wxt/browser';
import { hasAccess, hasNotifications } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { ConnectionStatus } from '@/lib/messages/commands.ts';
import { type LastReport, lastReportOf } from '@/lib/storage/lastReport.ts';
import {
  activeConnection,
  type ConnectionAddress,
  connections,
  type Defaults,
  type Draft,
  defaults,
  draftOf,
  firstId,
  get,
  type Preferences,
  preferences,
} from '@/lib/storage/settings.ts';

/** Everything the page starts from. */
export interface OptionsStart {
  /** The id of the connection that is edited, also of one that is not stored yet. */
  id: string;
  connection: ConnectionAddress | undefined;
  draft: Draft;
  last: LastReport | undefined;
  status: ConnectionStatus;
  /** Connected addresses without host permission; the person may revoke it at any time. */
  barred: string[];
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
  const urls = connection ? [connection.analyticsUrl, connection.seoUrl ?? connection.analyticsUrl] : [];
  const allowed = await Promise.all(urls.map((url) => hasAccess([url])));
  return urls.filter((_url, index) => !allowed[index]);
}

export async function loadOptions(): Promise<OptionsStart> {
  const stored = await get(connections);
  const connection = activeConnection(stored);
  const id = connection?.id ?? firstId;
  const [typed, last, status, fields, preferred, mayNotify] = await Promise.all([
    get(draftOf(id)),
    get(lastReportOf(id)),
    loadStatus(id),
    get(defaults),
    get(preferences),
    hasNotifications(),
  ]);
  return {
    id,
    connection,
    draft: typed,
    last,
    status,
    barred: await barredOf(connection),
    defaults: fields,
    preferences: { ...preferred, notifications: preferred.notifications && mayNotify },
    hasMenus: browser.contextMenus !== undefined,
  };
}
