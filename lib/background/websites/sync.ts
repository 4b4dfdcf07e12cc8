import { browser } from 'wxt/browser';
import { addressesOf } from '../../connections/address.ts';
import type { Website } from '../../services/index.ts';
import { maxWait } from '../../services/limitHeaders.ts';
import { nextRequestAt } from '../../services/rateLimit.ts';
import { type PageAnswer, type ReadPosition, readPages } from '../../services/readPages.ts';
import { dropOtherAudits } from '../../storage/audits.ts';
import { beginRefresh, isRefreshActive, type Refresh, refreshesNow, refreshOf } from '../../storage/refresh.ts';
import { type Connections, connections, get, update } from '../../storage/settings.ts';
import { isAhead } from '../../util/moments.ts';
import { sleep } from '../../util/sleep.ts';
import { isIdentified } from '../../websites/record.ts';
import { cancelOtherAudits } from '../jobs/handlers.ts';
import { problemOf } from '../problems.ts';
import { keepRateLimits, rateLimitOf } from '../rateLimits.ts';
import { request, serviceOf, storedConnection } from '../request.ts';
import { beginListReading, dropOtherAccounts, endListReading, putSites } from './siteCache.ts';

/** The alarm that restarts a stopped worker to continue reading the lists. */
export const refreshAlarm = 'refresh';

/** How often the alarm goes off (milliseconds). */
const alarmPeriod = 30_000;

/** For longer waits the worker stops and the alarm restarts it (milliseconds). */
const maxSleep = 20_000;

/** How often a page is requested if it fails for a temporary reason. */
const tries = 4;

async function readOnePage({ account }: Refresh, cursor: string | undefined): Promise<PageAnswer<Website>> {
  try {
    // Oldest first, so that sites registered meanwhile come last and shift no page.
    const query = { sort_by: 'id', sort: 'asc', per_page: 100 } as const;
    const page = await request('websites.list', { ...query, ...(cursor ? { cursor } : {}) }, { account });
    if (!(await putSites(account, page.items))) return { ok: false, problem: { kind: 'setup', code: 'fault' } };
    // A record without a usable id is not cached, so the cache is not the whole list then.
    const uncached = page.items.filter((website) => !isIdentified(website)).length;
    return { ok: true, value: { ...page, unread: (page.unread ?? 0) + uncached } };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** The end of a wait; one that begins in the future is void, because the clock was set back. */
const stillTo = ({ until = 0, since }: Pick<Refresh, 'until' | 'since'>) => (isAhead(since, Date.now()) ? 0 : until);

const refreshNow = async (account: string): Promise<Refresh> => refreshOf(await get(refreshesNow), account);

/** Updates the progress of reading one account's list; resolves to the new one. */
const updateRefresh = async (account: string, change: (now: Refresh) => Refresh): Promise<Refresh> =>
  refreshOf(
    await update(refreshesNow, (all) => {
      const now = refreshOf(all, account);
      const next = change(now);
      return next === now ? all : { ...all, [account]: next };
    }),
    account,
  );

/** Sets one alarm for all readings, due with the first of them. Locked, so that the last call has seen every reading. */
const keepRefreshAlarm = () =>
  navigator.locks.request('refreshAlarm', async () => {
    const active = Object.values(await get(refreshesNow)).filter(isRefreshActive);
    const soon = Date.now() + alarmPeriod;
    const due = active.map((one) => (one.state === 'waiting' && stillTo(one)) || soon);
    if (!due.length) await browser.alarms.clear(refreshAlarm);
    else await browser.alarms.create(refreshAlarm, { when: Math.min(...due), periodInMinutes: alarmPeriod / 60_000 });
  });

/** Continues the reading of an account's list. False: nothing is left to do now. */
async function readOn(account: string): Promise<boolean> {
  const { until, since, ...now } = await refreshNow(account);
  if (!isRefreshActive(now)) {
    await keepRefreshAlarm();
    return false;
  }
  let place: ReadPosition = now;
  let isLeft = false;
  const isOn = (one: Refresh) => isRefreshActive(one) && one.started === now.started;
  /** Stores the progress, unless the reading was stopped or restarted meanwhile. */
  const keep = (state: Refresh['state'], more: Partial<Refresh> = {}) => {
    const { serviceUrl, started } = now;
    return updateRefresh(account, (one) =>
      isOn(one) ? { ...place, serviceUrl, account, started, state, ...more } : one,
    );
  };
  /** False: the wait is left to the alarm, or the reading has ended. */
  const waitTo = async (until: number): Promise<boolean> => {
    const wait = until - Date.now();
    if (wait > 0) await keep('waiting', { until, since: Date.now() });
    isLeft = wait > maxSleep;
    if (isLeft) await keepRefreshAlarm();
    else await sleep(wait);
    return !isLeft && isOn(await refreshNow(account));
  };
  // Jobs, pages and this share one rate limit per service.
  const nextAt = async () => nextRequestAt(await rateLimitOf(now.serviceUrl), true, Date.now());

  const read = await readPages<Website>({
    from: now,
    tries,
    list: async (cursor) => {
      let free = await waitTo(Math.max(place === now ? stillTo({ until, since }) : 0, await nextAt()));
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
    const outcome = await endListReading(account, now.started);
    await keep(outcome ? 'done' : 'stopped', outcome === 'changed' ? { why: outcome } : {});
  }
  return true;
}

/** One run for each account, so that a slow or failing service holds up no other. */
const lockOf = (account: string) => `refresh:${account}`;

async function refreshToEnd(account: string): Promise<void> {
  while (await readOn(account));
}

/** Continues reading where a stopped worker left off. */
export async function resumeRefresh(): Promise<void> {
  const active = Object.values(await get(refreshesNow)).filter(isRefreshActive);
  const goOn = ({ account }: Refresh) =>
    navigator.locks.request(lockOf(account), { ifAvailable: true }, (lock) =>
      lock ? refreshToEnd(account) : undefined,
    );
  await Promise.all(active.map(goOn));
  if (!active.length) await keepRefreshAlarm();
}

/**
 * Starts to read the whole list of websites, one request per page of 100, unless that is already running. Resolves at once
 * to the progress; pages watch `refreshesNow`. Rejects with ApiError `setup` if nothing, or no longer this, is connected.
 */
export async function refreshAll(id?: string): Promise<Refresh> {
  const service = await serviceOf('analytics', storedConnection(await get(connections), id)?.account);
  const { account } = service;
  const fresh = beginRefresh(service, Date.now());
  const now = await updateRefresh(account, (before) => (isRefreshActive(before) ? before : fresh));
  if (now === fresh) await beginListReading(account, now.started);
  await keepRefreshAlarm();
  void navigator.locks.request(lockOf(account), () => refreshToEnd(account));
  return now;
}

/** Stops reading; what was read stays cached. */
export async function stopRefresh(id?: string): Promise<Refresh> {
  const account = storedConnection(await get(connections), id)?.account ?? '';
  return updateRefresh(account, (now) => (isRefreshActive(now) ? { ...now, state: 'stopped' } : now));
}

/** Clears what is cached of accounts and services that are no longer connected, and ends their audits. */
export async function keepToConnections({ list }: Connections): Promise<void> {
  const accounts = list.flatMap(({ account, seoAccount }) => [account, ...(seoAccount ? [seoAccount] : [])]);
  await dropOtherAccounts(accounts);
  await keepRateLimits(list.flatMap(addressesOf));
  await cancelOtherAudits(accounts).catch(() => {});
  await dropOtherAudits(accounts).catch(() => {});
  await import('../audit/repeats.ts').then(({ endOtherRepeats }) => endOtherRepeats(accounts)).catch(() => {});
  const isKept = ([account]: [string, Refresh]) => accounts.includes(account);
  // For display only: a reading of another account ends by itself at its next page.
  await update(refreshesNow, (all) => Object.fromEntries(Object.entries(all).filter(isKept))).catch(() => {});
}
