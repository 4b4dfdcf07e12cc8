import { browser } from 'wxt/browser';
import { hasAccess, hasNotifications } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { ConnectionStatus } from '@/lib/messages/commands.ts';
import { type LastReport, lastReport } from '@/lib/storage/lastReport.ts';
import {
  activeConnection,
  type ConnectionAddress,
  connections,
  type Defaults,
  type Draft,
  defaults,
  draft,
  get,
  type Preferences,
  preferences,
} from '@/lib/storage/settings.ts';

/** Everything the page starts from. */
export interface OptionsStart {
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
export async function loadStatus(): Promise<ConnectionStatus> {
  const answer = await ask('connection.status', {});
  return answer.ok ? answer.value : noStatus;
}

async function barredOf(connection: ConnectionAddress | undefined): Promise<string[]> {
  const urls = connection ? [connection.analyticsUrl, connection.seoUrl ?? connection.analyticsUrl] : [];
  const allowed = await Promise.all(urls.map((url) => hasAccess([url])));
  return urls.filter((_url, index) => !allowed[index]);
}

export async function loadOptions(): Promise<OptionsStart> {
  const [stored, typed, last, status, fields, preferred, mayNotify] = await Promise.all([
    get(connections),
    get(draft),
    get(lastReport),
    loadStatus(),
    get(defaults),
    get(preferences),
    hasNotifications(),
  ]);
  const connection = activeConnection(stored);
  return {
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
