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

/** Runs the starts and ends of readings one after another for each account (the key). */
export const refreshInTurn = queueByKey();

/**
 * Returns the reading of an account's list that is under way, else begins one. `unasked`: no person asks for the
 * reading. If a person does, a reading under way becomes the person's.
 */
async function begunRefresh(service: ConnectedService, unasked?: true): Promise<Refresh> {
  const { account, list } = service;
  const name = readingOf(service);
  const before = await refreshNow(name);
  if (isRefreshActive(before)) {
    if (unasked || !before.unasked) return before;
    // It may have waited because readings without a person use only half of the limit.
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
 * Starts to read the whole lists of websites and of projects, unless that is already running. One request reads 100
 * records. Resolves at once to the progress of the websites; pages watch `refreshesNow`. Rejects with ApiError `setup`
 * if nothing is connected, or another service than before.
 */
export async function refreshAll(id?: string): Promise<Refresh> {
  const connection = storedConnection(await get(connections), id);
  const now = await begin(await serviceOf('analytics', connection?.account));
  const seo = serviceAt(connection, 'seo');
  // Its outcome is not shown. If it fails, the list of projects stays as it was.
  if (seo) await begin(seo).catch(() => {});
  return now;
}

/**
 * Reads a whole list without a person's request, if that is due: see `isDue`. `total`: how many records the service has
 * just reported. Never rejects.
 */
export async function refreshIfDue(list: ListName, account: string, total: number | undefined): Promise<void> {
  try {
    const now = await refreshNow(readingOf({ account, list }));
    if (isRefreshActive(now) || !isDue(await provedFacts(list, account), total, Date.now())) return;
    const service = await serviceOf(keeperOf(list), account);
    if (!traitsOf(service.kind).unpaged) await begin(service, true);
  } catch {
    // The next answer tries again.
  }
}

/** Ends the reading of a list that is under way, and stores that the person did not want it now. */
async function stopReading({ account, list }: ConnectedService): Promise<void> {
  const name = readingOf({ account, list });
  if (!isRefreshActive(await refreshNow(name))) return;
  await change(account, ({ putStopped }) => putStopped(records, list, account, Date.now())).catch(() => {});
  await updateRefresh(name, (now) => (isRefreshActive(now) ? { ...now, state: 'stopped' } : now));
}

/**
 * Stops reading the lists of a connection. Records that were already read stay stored. Resolves to the progress of its
 * websites.
 */
export async function stopRefresh(id?: string): Promise<Refresh> {
  const connection = storedConnection(await get(connections), id);
  for (const service of servicesOf(connection)) await stopReading(service);
  return refreshNow(connection?.account ?? '');
}
