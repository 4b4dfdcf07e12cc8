import { browser } from 'wxt/browser';
import {
  afterPage,
  afterProblem,
  beginRefresh,
  isRefreshActive,
  type Refresh,
  readAllMark,
  refreshNow,
} from '../../storage/refresh.ts';
import { activeConnection, type Connections, get, set, update } from '../../storage/settings.ts';
import { problemOf } from '../problems.ts';
import { request, serviceUrlOf } from '../request.ts';
import { dropOlder, dropOtherServices, putSites } from './siteCache.ts';

/** The alarm that brings a dead worker back to the list it was reading. */
export const refreshAlarm = 'refresh';

/** Longer waits are left to the alarm: the worker may sleep (milliseconds). */
const maxSleep = 20_000;

const sleepFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function readOnePage(now: Refresh): Promise<Refresh> {
  try {
    const { url } = await serviceUrlOf('analytics');
    if (url !== now.base) return { ...now, state: 'stopped' };
    // Oldest first: what is registered meanwhile comes at the end and moves nothing.
    const query = { sort_by: 'id', sort: 'asc', per_page: 100 } as const;
    const page = await request('websites.list', { ...query, ...(now.cursor ? { cursor: now.cursor } : {}) });
    await putSites(now.base, page.items);
    return afterPage(now, page);
  } catch (error) {
    return afterProblem(now, problemOf(error), Date.now());
  }
}

/** Keeps how far it is, unless it was stopped or begun anew meanwhile. */
const keepProgress = (before: Refresh, after: Refresh): Promise<Refresh> =>
  update(refreshNow, (now) => (isRefreshActive(now) && now.started === before.started ? after : now));

async function finish({ base, started, bounded }: Refresh): Promise<void> {
  if (bounded) return;
  await dropOlder(base, started);
  await set(readAllMark, { base, at: started });
}

/** One page. False: nothing is left to do now. */
async function refreshStep(): Promise<boolean> {
  const now = await get(refreshNow);
  if (!isRefreshActive(now)) {
    await browser.alarms.clear(refreshAlarm);
    return false;
  }
  const wait = (now.until ?? 0) - Date.now();
  if (wait > maxSleep) {
    await browser.alarms.create(refreshAlarm, { when: Date.now() + wait, periodInMinutes: 0.5 });
    return false;
  }
  if (wait > 0) await sleepFor(wait);
  const after = await readOnePage(now);
  if (after.state === 'done') await finish(after);
  await keepProgress(now, after);
  return true;
}

const refreshToEnd = async () => {
  while (await refreshStep());
};

/** Goes on reading where a worker was stopped; called by the alarm and at every start. */
export const resumeRefresh = (): Promise<void> =>
  navigator.locks.request('refresh', { ifAvailable: true }, (lock) => (lock ? refreshToEnd() : undefined));

/**
 * Begins to read the whole list of websites, one request for each page of 100, or tells how far it is where it has
 * begun. Answers at once; pages follow `refreshNow`. Rejects with ApiError `setup` where nothing is connected.
 */
export async function refreshAll(): Promise<Refresh> {
  const { url } = await serviceUrlOf('analytics');
  const now = await update(refreshNow, (before) =>
    isRefreshActive(before) && before.base === url ? before : beginRefresh(url, Date.now()),
  );
  await browser.alarms.create(refreshAlarm, { periodInMinutes: 0.5 });
  void navigator.locks.request('refresh', refreshToEnd);
  return now;
}

/** Stops reading; what was read is kept. */
export const stopRefresh = (): Promise<Refresh> =>
  update(refreshNow, (now) => (isRefreshActive(now) ? { ...now, state: 'stopped' } : now));

/** What was known of an address that is no longer connected is forgotten. */
export async function keepToConnection(connections: Connections): Promise<void> {
  const connection = activeConnection(connections);
  const bases = connection ? [connection.analyticsUrl, ...(connection.seoUrl ? [connection.seoUrl] : [])] : [];
  await dropOtherServices(bases);
}

/** Another account at the same address: nothing of the one before is known of this one. */
export async function forgetAccount(): Promise<void> {
  await dropOtherServices([]);
  await set(readAllMark, readAllMark.fallback);
  await stopRefresh();
}
