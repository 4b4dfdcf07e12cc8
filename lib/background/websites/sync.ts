import { browser } from 'wxt/browser';
import { nextRequestAt } from '../../services/rateLimit.ts';
import {
  afterPage,
  afterProblem,
  beginRefresh,
  isRefreshActive,
  maxRefreshWait,
  type Refresh,
  refreshNow,
} from '../../storage/refresh.ts';
import { activeConnection, type Connections, get, set, update } from '../../storage/settings.ts';
import { sleep } from '../../util/sleep.ts';
import { problemOf } from '../problems.ts';
import { rateLimitOf } from '../rateLimits.ts';
import { request, serviceUrlOf } from '../request.ts';
import { beginListReading, dropOtherServices, endListReading, putSites } from './siteCache.ts';

/** The alarm that restarts a stopped worker to continue reading the list. */
export const refreshAlarm = 'refresh';

/** Longer waits are left to the alarm, so that the worker can stop (milliseconds). */
const maxSleep = 20_000;

async function readOnePage(now: Refresh): Promise<Refresh> {
  try {
    // Oldest first: what is registered meanwhile comes at the end and moves nothing.
    const query = { sort_by: 'id', sort: 'asc', per_page: 100 } as const;
    const from = now.cursor ? { cursor: now.cursor } : {};
    const page = await request('websites.list', { ...query, ...from }, { serviceUrl: now.base });
    const isKept = await putSites(now.base, page.items, now.started);
    return isKept ? finished(afterPage(now, page)) : afterProblem(now, { kind: 'setup', code: 'fault' }, Date.now());
  } catch (error) {
    const problem = problemOf(error);
    return problem.code === 'other-service' ? { ...now, state: 'stopped' } : afterProblem(now, problem, Date.now());
  }
}

/** What the whole list did not speak of is gone; should what was read be gone itself by now, that was not the whole list. */
async function finished(after: Refresh): Promise<Refresh> {
  if (after.state !== 'done' || after.bounded || (await endListReading(after.base, after.started))) return after;
  return { ...after, state: 'stopped' };
}

/** Keeps how far it is, unless it was stopped or begun anew meanwhile. */
const keepProgress = (before: Refresh, after: Refresh): Promise<Refresh> =>
  update(refreshNow, (now) => (isRefreshActive(now) && now.started === before.started ? after : now));

/** A moment that was waited for; one further away than any wait tells of a clock that was set back. */
const stillTo = (until = 0) => (until - Date.now() > maxRefreshWait * 1000 ? 0 : until);

/** One page. False: nothing is left to do now. */
async function refreshStep(): Promise<boolean> {
  const now = await get(refreshNow);
  if (!isRefreshActive(now)) {
    await browser.alarms.clear(refreshAlarm);
    return false;
  }
  // One limit for all that is asked of a service: jobs and pages heed the same pace.
  const until = Math.max(stillTo(now.until), nextRequestAt(await rateLimitOf(now.base), true, Date.now()));
  const wait = until - Date.now();
  if (wait <= 0) {
    await keepProgress(now, await readOnePage(now));
    return true;
  }
  if (until !== now.until) await keepProgress(now, { ...now, state: 'waiting', until });
  if (wait > maxSleep) {
    await browser.alarms.create(refreshAlarm, { when: until, periodInMinutes: 0.5 });
    return false;
  }
  await sleep(wait);
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
  const fresh = beginRefresh(url, Date.now());
  const now = await update(refreshNow, (before) => (isRefreshActive(before) && before.base === url ? before : fresh));
  if (now === fresh) await beginListReading(url, now.started);
  await browser.alarms.create(refreshAlarm, { periodInMinutes: 0.5 });
  void navigator.locks.request('refresh', refreshToEnd);
  return now;
}

const stopped = (now: Refresh): Refresh => (isRefreshActive(now) ? { ...now, state: 'stopped' } : now);

/** Stops reading; what was read is kept. */
export const stopRefresh = (): Promise<Refresh> => update(refreshNow, stopped);

/** What was known of an address that is no longer connected is forgotten. */
export async function keepToConnection(connections: Connections): Promise<void> {
  const connection = activeConnection(connections);
  const serviceUrls = connection ? [connection.analyticsUrl, ...(connection.seoUrl ? [connection.seoUrl] : [])] : [];
  await dropOtherServices(serviceUrls);
  // Only shown: a reading of another service ends by itself at its next page, also where this cannot be written.
  await update(refreshNow, (now) => (serviceUrls.includes(now.base) ? now : stopped(now))).catch(() => {});
}

/** Another account at the same address: nothing of the one before is known of this one. */
export async function forgetAccount(): Promise<void> {
  await dropOtherServices([]);
  // A page that shows what is known looks anew.
  await set(refreshNow, { ...refreshNow.fallback, started: Date.now() });
}
