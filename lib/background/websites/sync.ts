import { browser } from 'wxt/browser';
import type { Website } from '../../services/index.ts';
import { maxWait } from '../../services/limitHeaders.ts';
import { nextRequestAt } from '../../services/rateLimit.ts';
import { type PageAnswer, type Place, readPages } from '../../services/readPages.ts';
import { beginRefresh, isRefreshActive, type Refresh, refreshNow } from '../../storage/refresh.ts';
import { activeConnection, type Connections, get, update } from '../../storage/settings.ts';
import { sleep } from '../../util/sleep.ts';
import { problemOf } from '../problems.ts';
import { rateLimitOf } from '../rateLimits.ts';
import { request, serviceOf } from '../request.ts';
import { beginListReading, dropOtherAccounts, endListReading, putSites } from './siteCache.ts';

/** The alarm that restarts a stopped worker to continue reading the list. */
export const refreshAlarm = 'refresh';

/** Longer waits are left to the alarm, so that the worker can stop (milliseconds). */
const maxSleep = 20_000;

/** How often a page is asked for that fails in passing. */
const tries = 4;

async function readOnePage({ account, started }: Refresh, cursor: string | undefined): Promise<PageAnswer<Website>> {
  try {
    // Oldest first: what is registered meanwhile comes at the end and moves nothing.
    const query = { sort_by: 'id', sort: 'asc', per_page: 100 } as const;
    const page = await request('websites.list', { ...query, ...(cursor ? { cursor } : {}) }, { account });
    if (!(await putSites(account, page.items, started)))
      return { ok: false, problem: { kind: 'setup', code: 'fault' } };
    // A read-only record is not kept: what is kept is not the whole list then.
    const locked = page.items.filter((website) => website.locked).length;
    return { ok: true, value: { ...page, unread: (page.unread ?? 0) + locked } };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** A moment that was waited for; one further away than any wait tells of a clock that was set back. */
const stillTo = (until = 0) => (until - Date.now() > maxWait ? 0 : until);

/** Goes on with the reading that is under way. False: nothing is left to do now. */
async function readOn(): Promise<boolean> {
  const { until: before, ...now } = await get(refreshNow);
  if (!isRefreshActive(now)) {
    await browser.alarms.clear(refreshAlarm);
    return false;
  }
  let place: Place = now;
  let isLeft = false;
  const isOn = (one: Refresh) => isRefreshActive(one) && one.started === now.started;
  /** Keeps how far it is, unless it was stopped or begun anew meanwhile. */
  const keep = (state: Refresh['state'], more: Partial<Refresh> = {}) => {
    const { serviceUrl, account, started } = now;
    return update(refreshNow, (one) => (isOn(one) ? { ...place, serviceUrl, account, started, state, ...more } : one));
  };
  /** False: the wait is left to the alarm, or there is nothing to wait for any more. */
  const waitTo = async (until: number): Promise<boolean> => {
    const wait = until - Date.now();
    if (wait > 0) await keep('waiting', { until });
    isLeft = wait > maxSleep;
    if (isLeft) await browser.alarms.create(refreshAlarm, { when: until, periodInMinutes: 0.5 });
    else await sleep(wait);
    return !isLeft && isOn(await get(refreshNow));
  };
  // One limit for all that is asked of a service: jobs and pages heed the same pace.
  const nextAt = async () => nextRequestAt(await rateLimitOf(now.serviceUrl), true, Date.now());

  const read = await readPages<Website>({
    from: now,
    tries,
    list: async (cursor) => {
      let free = await waitTo(Math.max(stillTo(place === now ? before : 0), await nextAt()));
      for (let at = await nextAt(); free && at > Date.now(); at = await nextAt()) free = await waitTo(at);
      return free ? readOnePage(now, cursor) : { ok: false, problem: { kind: 'cancelled' } };
    },
    wait: (seconds, _problem, from) => {
      place = from;
      return waitTo(Date.now() + Math.min(Math.max(seconds * 1000, 1000), maxWait));
    },
    onPage: async (_items, after) => {
      place = after;
      // After the last page the next worker would begin again: it reads that page anew.
      if (after.cursor) await keep('running');
    },
  });
  if (isLeft) return false;
  if (!read.ok) {
    const isOver = read.problem.kind === 'cancelled' || read.problem.code === 'other-service';
    await (isOver ? keep('stopped') : keep('failed', { problem: read.problem }));
  } else if (!read.value.complete) {
    await keep('done', { why: read.value.why });
  } else {
    // What the whole list did not speak of is gone; should what was read be gone itself, that was not the whole list.
    await keep((await endListReading(now.account, now.started)) ? 'done' : 'stopped');
  }
  return true;
}

const refreshToEnd = async () => {
  while (await readOn());
};

/** Goes on reading where a worker was stopped; called by the alarm and at every start. */
export const resumeRefresh = (): Promise<void> =>
  navigator.locks.request('refresh', { ifAvailable: true }, (lock) => (lock ? refreshToEnd() : undefined));

/**
 * Begins to read the whole list of websites, one request for each page of 100, or tells how far it is where it has
 * begun. Answers at once; pages follow `refreshNow`. Rejects with ApiError `setup` where nothing is connected.
 */
export async function refreshAll(): Promise<Refresh> {
  const service = await serviceOf('analytics');
  const { account } = service;
  const fresh = beginRefresh(service, Date.now());
  const isOn = (before: Refresh) => isRefreshActive(before) && before.account === account;
  const now = await update(refreshNow, (before) => (isOn(before) ? before : fresh));
  if (now === fresh) await beginListReading(account, now.started);
  await browser.alarms.create(refreshAlarm, { periodInMinutes: 0.5 });
  void navigator.locks.request('refresh', refreshToEnd);
  return now;
}

const stopped = (now: Refresh): Refresh => (isRefreshActive(now) ? { ...now, state: 'stopped' } : now);

/** Stops reading; what was read is kept. */
export const stopRefresh = (): Promise<Refresh> => update(refreshNow, stopped);

/** What was known of an account that is no longer connected is forgotten. */
export async function keepToConnection(connections: Connections): Promise<void> {
  const connection = activeConnection(connections);
  const accounts = connection ? [connection.account, connection.seoAccount ?? connection.account] : [];
  await dropOtherAccounts(accounts);
  // Only shown: a reading of another account ends by itself at its next page, also where this cannot be written.
  await update(refreshNow, (now) => (accounts.includes(now.account) ? now : stopped(now))).catch(() => {});
}
