import { belonging } from '@/lib/connections/belonging.ts';
import { type HostReason, type Note, siteOf } from '@/lib/hosts/parse.ts';
import { ask } from '@/lib/messages/ask.ts';
import { subjectOf } from '@/lib/messages/subjectOf.ts';
import type { KnownSite } from '@/lib/records/types.ts';
import type { PopupPreload } from '@/lib/storage/popupPreload.ts';
import {
  type ConnectionAddress,
  type Connections,
  connections,
  type Defaults,
  defaults,
  defaultsFor,
  fromStored,
  type Preferences,
  preferences,
  withTemplates,
} from '@/lib/storage/settings.ts';
import { sleep } from '@/lib/util/sleep.ts';
import { loadUnicode } from './unicode.ts';

/** Everything that the first paint needs. Reading it requires no request to a service. */
export interface PopupStart {
  url: string;
  tabId: number | undefined;
  site: { host: string; notes: Note[] } | { refused: HostReason };
  /**
   * The host to show: the one that the person picked, otherwise the tab's host. If no record of the tab's host is
   * stored, it has the spelling for new sites (see `subjectOf`). Undefined if the tab shows no site.
   */
  host: string | undefined;
  private: boolean;
  /** Whether a bulk job is under way or paused. */
  hasJob: boolean;
  connections: Connections;
  /**
   * The current connection: the one that the person picked, otherwise the one to which the host belongs (see
   * `belonging`). Undefined if there is no connection.
   */
  connection: ConnectionAddress | undefined;
  /** The stored records of the host, in the accounts of all connections. */
  known: readonly KnownSite[];
  defaults: Defaults;
  preferences: Preferences;
  /** A message for the status region, shown immediately; empty if there is none. */
  said: string;
}

/** The host, or the id of the connection, that the person has picked in this popup. */
export interface Picked {
  host?: string;
  connection?: string | undefined;
}

/** Reads everything that the first paint needs. `picked`: the host or connection that the person has picked. */
export async function loadPopup(preload: PopupPreload, picked: Picked = {}): Promise<PopupStart> {
  const [tab, stored] = await Promise.all([preload.tab, preload.stored]);
  const [all, common, preferred] = fromStored<[Connections, Defaults, Preferences]>(
    stored,
    connections,
    defaults,
    preferences,
  );
  const url = tab?.url ?? '';
  // Browsers hide the URL of pages that extensions may not access.
  const site = tab && !url ? { refused: 'browser-page' as const } : siteOf(url);
  const accounts = all.list.map(({ account }) => account);
  const knownAt = (name: string) =>
    // If reading fails in a private window, asks the worker, because in Firefox only the worker can read the store
    // there. The popup stays empty until the worker answers, so it waits only briefly. In other windows, reading fails
    // mainly because there is no store yet, so the worker is not asked.
    preload
      .known(accounts, name)
      .catch(() =>
        tab?.incognito
          ? Promise.race([ask('stored', { read: 'knownSites', args: [accounts, [name]] }), sleep(2000)]).then(
              (answer) => (answer as { value?: KnownSite[] } | undefined)?.value ?? [],
            )
          : [],
      );
  const host = picked.host ?? ('host' in site ? await subjectOf(site.host, preferred.hostChoice, knownAt) : undefined);
  const knownOf = async (_accounts: readonly string[], hosts: readonly string[]) =>
    (await Promise.all(hosts.map(knownAt))).flat();
  const [connection, known, hasJob] = await Promise.all([
    all.list[1]
      ? (all.list.find(({ id }) => id === picked.connection) ??
        belonging(host ?? '', all, knownOf).then((found) => found.connection))
      : all.list[0],
    host ? knownAt(host) : [],
    preload.hasJob,
    loadUnicode(host),
  ]);
  return {
    url,
    tabId: tab?.id,
    site,
    host,
    private: tab?.incognito ?? false,
    hasJob,
    connections: all,
    connection,
    known,
    defaults: defaultsFor(common, connection),
    preferences: withTemplates(preferred, connection),
    said: '',
  };
}
