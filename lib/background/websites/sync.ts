import { type ConnectedService, keeperOf, serviceAt, servicesOf } from '../../connections/services.ts';
import { isDue } from '../../records/due.ts';
import type { ListName } from '../../records/types.ts';
import { traitsOf } from '../../services/traits.ts';
import {
  beginRefresh,
  isRefreshActive,
  pageSize,
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

/** A queue for each account. While a reading of the account's lists begins, it keeps the records from being removed. */
export const refreshInTurn = queueByKey();

/**
 * Begins to read an account's whole list, unless it is being read already. Resolves to the progress. `unasked`: set if
 * no person has asked for this. The reading then uses only half of the rate limit, until a person asks for it.
 */
async function begunRefresh(service: ConnectedService, unasked?: true): Promise<Refresh> {
  const { account, list } = service;
  const name = readingOf(service);
  const before = await refreshNow(name);
  if (isRefreshActive(before)) {
    if (unasked || !before.unasked) return before;
    // Also ends the reading's present wait, which may be too long now, because it was meant for half of the rate limit.
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
 * Starts to read a connection's whole lists of websites and projects, unless they are being read already. Each request
 * reads up to 100 records. Resolves at once to the progress of reading the websites; later progress is in
 * `refreshesNow`. Rejects with ApiError `setup` if nothing is connected, or if no connection has this id any more.
 */
export async function refreshAll(id?: string): Promise<Refresh> {
  const connection = storedConnection(await get(connections), id);
  const now = await begin(await serviceOf('analytics', connection?.account));
  const seo = serviceAt(connection, 'seo');
  // A failure here is not shown; the stored projects then stay as they are.
  if (seo) await begin(seo).catch(() => {});
  return now;
}

/**
 * Starts to read a whole list without a person's request, if that is due (see `isDue`). `total`: how many records the
 * service has just reported. Never rejects.
 */
export async function refreshIfDue(list: ListName, account: string, total: number | undefined): Promise<void> {
  try {
    const now = await refreshNow(readingOf({ account, list }));
    if (isRefreshActive(now) || !isDue(await provedFacts(list, account), total, Date.now())) return;
    const service = await serviceOf(keeperOf(list), account);
    const isOnePage = total !== undefined && total <= pageSize;
    if (isOnePage || !traitsOf(service.kind).unpaged) await begin(service, true);
  } catch {
    // Ignored, because this function is called again for the next page of the list.
  }
}

async function stopReading({ account, list }: ConnectedService): Promise<void> {
  const name = readingOf({ account, list });
  if (!isRefreshActive(await refreshNow(name))) return;
  await change(account, ({ putStopped }) => putStopped(records, list, account, Date.now())).catch(() => {});
  await updateRefresh(name, (now) => (isRefreshActive(now) ? { ...now, state: 'stopped' } : now));
}

/**
 * Stops reading a connection's lists. The records read so far stay stored. Resolves to the progress of reading the
 * websites.
 */
export async function stopRefresh(id?: string): Promise<Refresh> {
  const connection = storedConnection(await get(connections), id);
  for (const service of servicesOf(connection)) await stopReading(service);
  return refreshNow(connection?.account ?? '');
}
