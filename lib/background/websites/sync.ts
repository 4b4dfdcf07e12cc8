import { browser } from 'wxt/browser';
import type { Website } from '../../services/index.ts';
import { maxWait } from '../../services/limitHeaders.ts';
import { nextRequestAt } from '../../services/rateLimit.ts';
import { type PageAnswer, type Place, readPages } from '../../services/readPages.ts';
import { dropOtherAudits } from '../../storage/audits.ts';
import { beginRefresh, isRefreshActive, type Refresh, refreshNow } from '../../storage/refresh.ts';
import { type Connections, connections, connectionWith, get, update } from '../../storage/settings.ts';
import { sleep } from '../../util/sleep.ts';
import { problemOf } from '../problems.ts';
import { rateLimitOf } from '../rateLimits.ts';
import { request, serviceOf } from '../request.ts';
import { beginListReading, dropOtherAccounts, endListReading, putSites } from './siteCache.ts';

/** The alarm that restarts a stopped worker to continue reading the list. */
export const refreshAlarm = 'refresh';

/** For longer waits the worker stops and the alarm restarts it (milliseconds). */
const maxSleep = 20_000;

/** How often a page is requested if it fails for a temporary reason. */
const tries = 4;

async function readOnePage({ account, started }: Refresh, cursor: string | undefined): Promise<PageAnswer<Website>> {
  try {
    // Oldest first: sites that are registered meanwhile come last and shift no page.
    const query = { sort_by: 'id', sort: 'asc', per_page: 100 } as const;
    const page = await request('websites.list', { ...query, ...(cursor ? { cursor } : {}) }, { account });
    if (!(await putSites(account, page.items, started)))
      return { ok: false, problem: { kind: 'setup', code: 'fault' } };
    // A read-only record is not cached, so the cache is not the whole list then.
    const locked = page.items.filter((website) => website.locked).length;
    return { ok: true, value: { ...page, unread: (page.unread ?? 0) + locked } };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** The end of a wait; one further away than the longest wait is void, because the clock was set back. */
const stillTo = (until = 0) => (until - Date.now() > maxWait ? 0 : until);

/** Continues the current reading. False: nothing is left to do now. */
async function readOn(): Promise<boolean> {
  const { until: before, ...now } = await get(refreshNow);
  if (!isRefreshActive(now)) {
    await browser.alarms.clear(refreshAlarm);
    return false;
  }
  let place: Place = now;
  let isLeft = false;
  const isOn = (one: Refresh) => isRefreshActive(one) && one.started === now.started;
  /** Stores the progress, unless the reading was stopped or restarted meanwhile. */
  const keep = (state: Refresh['state'], more: Partial<Refresh> = {}) => {
    const { serviceUrl, account, started } = now;
    return update(refreshNow, (one) => (isOn(one) ? { ...place, serviceUrl, account, started, state, ...more } : one));
  };
  /** False: the alarm takes over the wait, or the reading has ended. */
  const waitTo = async (until: number): Promise<boolean> => {
    const wait = until - Date.now();
    if (wait > 0) await keep('waiting', { until });
    isLeft = wait > maxSleep;
    if (isLeft) await browser.alarms.create(refreshAlarm, { when: until, periodInMinutes: 0.5 });
    else await sleep(wait);
    return !isLeft && isOn(await get(refreshNow));
  };
  // Jobs, pages and this share one rate limit per service.
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
      // Not stored after the last page: another worker would start from the beginning.
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
    // Removes what the list did not contain, unless the cache was cleared meanwhile.
    await keep((await endListReading(now.account, now.started)) ? 'done' : 'stopped');
  }
  return true;
}

const refreshToEnd = async () => {
  while (await readOn());
};

/** Continues reading where a stopped worker left off. */
export const resumeRefresh = (): Promise<void> =>
  navigator.locks.request('refresh', { ifAvailable: true }, (lock) => (lock ? refreshToEnd() : undefined));

/**
 * Starts to read the whole list of websites, one request per page of 100, unless that is already running. Answers at
 * once with the progress; pages watch `refreshNow`. Rejects with ApiError `setup` where nothing is connected.
 */
export async function refreshAll(id?: string): Promise<Refresh> {
  const service = await serviceOf('analytics', connectionWith(await get(connections), id)?.account);
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

/** Stops reading; what was read stays cached. */
export const stopRefresh = (): Promise<Refresh> => update(refreshNow, stopped);

/** Clears what is cached of accounts that are no longer connected. */
export async function keepToConnections({ list }: Connections): Promise<void> {
  const accounts = list.flatMap(({ account, seoAccount }) => [account, ...(seoAccount ? [seoAccount] : [])]);
  await dropOtherAccounts(accounts);
  await dropOtherAudits(accounts).catch(() => {});
  await import('../audit/repeats.ts').then(({ endOtherRepeats }) => endOtherRepeats(accounts)).catch(() => {});
  // Only shown: a reading of another account ends by itself at its next page, also where this cannot be written.
  await update(refreshNow, (now) => (accounts.includes(now.account) ? now : stopped(now))).catch(() => {});
}
