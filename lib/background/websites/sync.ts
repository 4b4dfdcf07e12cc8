import { type ConnectedService, keeperOf, serviceAt, servicesOf } from '../../connections/services.ts';
import { isDue } from '../../records/due.ts';
import type { ListName } from '../../records/types.ts';
import { traitsOf } from '../../services/traits.ts';
import {
  beginRefresh,
  isRefreshActive,
  type Refresh,
  readingOf,
  refreshNow,
  updateRefresh,
} from '../../storage/refresh.ts';
import { connections, get } from '../../storage/settings.ts';
import { queueByKey } from '../../util/queue.ts';
import { wake } from '../jobs/runner.ts';
import { change } from '../records/change.ts';
import { provedFacts, records } from '../records/records.ts';
import { serviceOf, storedConnection } from '../request.ts';

/** By account: what begins or ends the reading of its list. */
export const refreshInTurn = queueByKey();

/** The reading of an account's list that is under way, which the person wants from now on, or else a new one. */
async function begunRefresh(service: ConnectedService, unasked?: true): Promise<Refresh> {
  const { account, list } = service;
  const name = readingOf(service);
  const before = await refreshNow(name);
  if (isRefreshActive(before)) {
    if (unasked || !before.unasked) return before;
    // Its wait was one for half of the limit.
    return updateRefresh(name, ({ unasked: _, until: __, since: ___, ...now }) => ({ ...now, state: 'running' }));
  }
  const at = Date.now();
  const pass = await change(account, ({ startPass }) => startPass(records, list, account, at));
  return updateRefresh(name, () => beginRefresh(service, at, pass, unasked));
}

async function begin(service: ConnectedService, unasked?: true): Promise<Refresh> {
  const now = await refreshInTurn(service.account, () => begunRefresh(service, unasked));
  void wake();
  return now;
}

/**
 * Starts to read the whole lists of websites and of projects, one request per page of 100, unless that is already running.
 * Resolves at once to the progress of the former; pages watch `refreshesNow`. Rejects with ApiError `setup` if nothing, or no longer this, is connected.
 */
export async function refreshAll(id?: string): Promise<Refresh> {
  const connection = storedConnection(await get(connections), id);
  const now = await begin(await serviceOf('analytics', connection?.account));
  const seo = serviceAt(connection, 'seo');
  // What becomes of it is not shown: its list stays as it was where this fails.
  if (seo) await begin(seo).catch(() => {});
  return now;
}

/**
 * Reads a whole list without being asked, where that is due: see `isDue`. `total`: how many records the service has just said
 * that it has. Never rejects.
 */
export async function refreshIfDue(list: ListName, account: string, total: number | undefined): Promise<void> {
  try {
    const now = await refreshNow(readingOf({ account, list }));
    if (isRefreshActive(now) || !isDue(await provedFacts(list, account), total, Date.now())) return;
    const service = await serviceOf(keeperOf(list), account);
    if (!traitsOf(service.kind).unpaged) await begin(service, true);
  } catch {
    // The next answer asks again.
  }
}

/** Ends the reading of a list that is under way, and notes that a person did not want it now. */
async function stopReading({ account, list }: ConnectedService): Promise<void> {
  const name = readingOf({ account, list });
  if (!isRefreshActive(await refreshNow(name))) return;
  await change(account, ({ putStopped }) => putStopped(records, list, account, Date.now())).catch(() => {});
  await updateRefresh(name, (now) => (isRefreshActive(now) ? { ...now, state: 'stopped' } : now));
}

/** Stops reading the lists of a connection; what was read stays stored. Resolves to the progress of its websites. */
export async function stopRefresh(id?: string): Promise<Refresh> {
  const connection = storedConnection(await get(connections), id);
  for (const service of servicesOf(connection)) await stopReading(service);
  return refreshNow(connection?.account ?? '');
}
