import { browser } from 'wxt/browser';
import { addressesOf } from '../../connections/address.ts';
import { dropOtherCreates } from '../../jobs/openCreates.ts';
import { isDeletingIn, sentDeletions } from '../../messages/changes.ts';
import { isDue } from '../../records/due.ts';
import { isNamed } from '../../records/known.ts';
import type { ListFacts, ListName } from '../../records/types.ts';
import type { Listing, ListOutput, Project, Website } from '../../services/index.ts';
import { maxWait } from '../../services/limitHeaders.ts';
import { nextRequestAt, nextUnaskedAt } from '../../services/rateLimit.ts';
import { type PageAnswer, type ReadPosition, readPages } from '../../services/readPages.ts';
import { dropOtherAudits } from '../../storage/audits.ts';
import {
  beginRefresh,
  isRefreshActive,
  type Refresh,
  readingOf,
  refreshesNow,
  refreshOf,
} from '../../storage/refresh.ts';
import { type Connections, connections, get, update } from '../../storage/settings.ts';
import { isAhead } from '../../util/moments.ts';
import { queueByKey } from '../../util/queue.ts';
import { sleep } from '../../util/sleep.ts';
import { cancelOtherAudits } from '../jobs/handlers.ts';
import { afterPersons } from '../persons.ts';
import { problemOf } from '../problems.ts';
import { keepRateLimits, rateLimitOf } from '../rateLimits.ts';
import { change } from '../records/change.ts';
import { asked, records, websiteFacts } from '../records/records.ts';
import { request, serviceOf, storedConnection } from '../request.ts';

/** The alarm that restarts a stopped worker to continue reading the lists. */
export const refreshAlarm = 'refresh';

/** How often the alarm goes off (milliseconds). */
const alarmPeriod = 30_000;

/** For longer waits the worker stops and the alarm restarts it (milliseconds). */
const maxSleep = 20_000;

/** How often a page is requested if it fails for a temporary reason. */
const tries = 4;

/** `pass`: the reading's number in the store; `position`: how many records it has shown before. */
async function readOnePage(
  { account, list: other, pass, unasked }: Refresh,
  position: number,
  cursor: string | undefined,
): Promise<PageAnswer<Website | Project>> {
  const list: ListName = other ?? 'websites';
  const question = asked.ask(account);
  try {
    // Oldest first, so that what is registered meanwhile comes last and shifts no page.
    const query = { sort: 'asc', per_page: 100, ...(cursor ? { cursor } : {}) } as const;
    const context = { account, unkept: true, unasked } as const;
    const page: ListOutput<Website | Project> =
      list === 'projects'
        ? await request('projects.list', { ...query, sort_by: 'created_at' }, context)
        : await request('websites.list', { ...query, sort_by: 'id' }, context);
    const answer = { items: page.items as never[], at: Date.now(), question, position, pass };
    const isStored = await change(account, ({ putAnswer }) => putAnswer(records, list, account, answer));
    if (!isStored) return { ok: false, problem: { kind: 'cancelled' } };
    // A record that no id names cannot be found by its host, so any host may be one of these.
    const unnamed = page.items.filter((record) => !isNamed(record)).length;
    return { ok: true, value: { ...page, unread: (page.unread ?? 0) + unnamed } };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  } finally {
    question.end();
  }
}

/** The end of a wait; one that begins in the future is void, because the clock was set back. */
const stillTo = ({ until = 0, since }: Pick<Refresh, 'until' | 'since'>) => (isAhead(since, Date.now()) ? 0 : until);

const refreshNow = async (name: string): Promise<Refresh> => refreshOf(await get(refreshesNow), name);

/** Updates the progress of one reading; resolves to the new one. */
const updateRefresh = async (name: string, change: (now: Refresh) => Refresh): Promise<Refresh> =>
  refreshOf(
    await update(refreshesNow, (all) => {
      const now = refreshOf(all, name);
      const next = change(now);
      return next === now ? all : { ...all, [name]: next };
    }),
    name,
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

/** Stores what a reading that has come to its end proves; undefined: nothing, because another has begun. */
async function endReading(
  { account, list, pass, started }: Refresh,
  read: Listing<unknown>,
  total: number | undefined,
): Promise<ListFacts | undefined> {
  // A deletion that is still to come, or came unheard, has moved others to pages that were read.
  const isMoved = isDeletingIn(await get(sentDeletions), account);
  const why = read.complete ? isMoved && 'changed' : read.why;
  const end = { pass, now: started, ...(why ? { why } : {}), ...(total === undefined ? {} : { total }) };
  return change(account, ({ finishPass }) => finishPass(records, list ?? 'websites', account, end)).catch(
    () => undefined,
  );
}

/** Continues the reading of an account's list. False: nothing is left to do now. */
async function readOn(name: string): Promise<boolean> {
  const { until, since, ...now } = await refreshNow(name);
  if (!isRefreshActive(now)) {
    await keepRefreshAlarm();
    return false;
  }
  let place: ReadPosition = now;
  let isLeft = false;
  const isOn = (one: Refresh) => isRefreshActive(one) && one.started === now.started;
  /** Stores the progress, unless the reading was stopped or restarted meanwhile. */
  const keep = (state: Refresh['state'], more: Partial<Refresh> = {}) => {
    const { serviceUrl, account, list, started, pass } = now;
    return updateRefresh(name, (one) => {
      if (!isOn(one)) return one;
      const asked = one.unasked ? { unasked: one.unasked } : {};
      const whose = { serviceUrl, account, ...(list ? { list } : {}) };
      return { ...place, ...whose, started, pass, ...asked, state, ...more };
    });
  };
  /** False: the wait is left to the alarm, or the reading has ended. */
  const waitTo = async (until: number): Promise<boolean> => {
    const wait = until - Date.now();
    if (wait > 0) await keep('waiting', { until, since: Date.now() });
    isLeft = wait > maxSleep;
    if (isLeft) await keepRefreshAlarm();
    else await sleep(wait);
    return !isLeft && isOn(await refreshNow(name));
  };
  // A person may ask for it meanwhile.
  const isUnasked = async () => now.unasked === true && (await refreshNow(name)).unasked === true;
  // Jobs, pages and this share one rate limit per service.
  const nextAt = async () => {
    const limit = await rateLimitOf(now.serviceUrl);
    return (await isUnasked()) ? nextUnaskedAt(limit, Date.now()) : nextRequestAt(limit, true, Date.now());
  };

  /** Resolves at the moment for the next request. False: the reading has ended, or is left to the alarm. */
  const mayAsk = async (from: number): Promise<boolean> => {
    for (let at = Math.max(from, await nextAt()); ; at = await nextAt()) {
      if (!(await waitTo(at))) return false;
      if (await isUnasked()) await afterPersons(now.serviceUrl);
      if ((await nextAt()) <= Date.now()) return isOn(await refreshNow(name));
    }
  };

  const read = await readPages<Website | Project>({
    from: now,
    tries,
    list: async (cursor) =>
      (await mayAsk(place === now ? stillTo({ until, since }) : 0))
        ? readOnePage({ ...now, unasked: (await isUnasked()) || undefined }, place.read, cursor)
        : { ok: false, problem: { kind: 'cancelled' } },
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
  } else {
    const facts = await endReading(now, read.value, place.total);
    await keep(facts ? 'done' : 'stopped', facts?.why ? { why: facts.why } : {});
  }
  return true;
}

/** One run for each list, so that a slow or failing service holds up no other. */
const lockOf = (name: string) => `refresh:${name}`;

async function refreshToEnd(name: string): Promise<void> {
  while (await readOn(name));
}

/** Continues reading where a stopped worker left off. */
export async function resumeRefresh(): Promise<void> {
  const active = Object.values(await get(refreshesNow)).filter(isRefreshActive);
  const goOn = (name: string) =>
    navigator.locks.request(lockOf(name), { ifAvailable: true }, (lock) => (lock ? refreshToEnd(name) : undefined));
  await Promise.all(active.map(readingOf).map(goOn));
  if (!active.length) await keepRefreshAlarm();
}

/** By account: what begins or ends the reading of its list. */
export const refreshInTurn = queueByKey();

interface Asked {
  url: string;
  account: string;
  list?: 'projects';
}

/** The reading of an account's list that is under way, which the person wants from now on, or else a new one. */
async function begunRefresh(service: Asked, unasked?: true): Promise<Refresh> {
  const { account, list = 'websites' } = service;
  const name = readingOf(service);
  const before = await refreshNow(name);
  if (isRefreshActive(before)) {
    if (unasked || !before.unasked) return before;
    return updateRefresh(name, ({ unasked: _, ...now }) => now);
  }
  const at = Date.now();
  const pass = await change(account, ({ startPass }) => startPass(records, list, account, at));
  return updateRefresh(name, () => beginRefresh(service, at, pass, unasked));
}

async function begin(service: Asked, unasked?: true): Promise<Refresh> {
  const name = readingOf(service);
  const now = await refreshInTurn(service.account, () => begunRefresh(service, unasked));
  await keepRefreshAlarm();
  // What cannot go on now, the alarm goes on with.
  navigator.locks.request(lockOf(name), () => refreshToEnd(name)).catch(() => {});
  return now;
}

/**
 * Starts to read the whole lists of websites and of projects, one request per page of 100, unless that is already running.
 * Resolves at once to the progress of the former; pages watch `refreshesNow`. Rejects with ApiError `setup` if nothing, or no longer this, is connected.
 */
export async function refreshAll(id?: string): Promise<Refresh> {
  const connection = storedConnection(await get(connections), id);
  const now = await begin(await serviceOf('analytics', connection?.account));
  const { seoUrl: url, seoAccount: account } = connection ?? {};
  // What becomes of it is not shown: its list stays as it was where this fails.
  if (url && account) await begin({ url, account, list: 'projects' }).catch(() => {});
  return now;
}

/**
 * Reads the whole list without being asked, where that is due: see `isDue`. `total`: how many websites the service has just
 * said that it has. Never rejects.
 */
export async function refreshIfDue(account: string, total: number | undefined): Promise<void> {
  try {
    if (isRefreshActive(await refreshNow(account)) || !isDue(await websiteFacts(account), total, Date.now())) return;
    await begin(await serviceOf('analytics', account), true);
  } catch {
    // The next answer asks again.
  }
}

/** Stops reading; what was read stays stored. */
export async function stopRefresh(id?: string): Promise<Refresh> {
  const { account = '', seoAccount } = storedConnection(await get(connections), id) ?? {};
  if (isRefreshActive(await refreshNow(account)))
    await change(account, ({ putStopped }) => putStopped(records, 'websites', account, Date.now())).catch(() => {});
  const stopped = (now: Refresh): Refresh => (isRefreshActive(now) ? { ...now, state: 'stopped' } : now);
  if (seoAccount) await updateRefresh(readingOf({ account: seoAccount, list: 'projects' }), stopped);
  return updateRefresh(account, stopped);
}

/** Forgets what is stored of accounts and services that are no longer connected, and ends their audits. */
export async function keepToConnections({ list }: Connections): Promise<void> {
  const accounts = list.flatMap(({ account, seoAccount }) => [account, ...(seoAccount ? [seoAccount] : [])]);
  await dropOtherCreates(accounts).catch(() => {});
  await change('', ({ keepAccounts }) => keepAccounts(records, accounts)).catch(() => {});
  await keepRateLimits(list.flatMap(addressesOf));
  await cancelOtherAudits(accounts).catch(() => {});
  await dropOtherAudits(accounts).catch(() => {});
  await import('../audit/repeats.ts').then(({ endOtherRepeats }) => endOtherRepeats(accounts)).catch(() => {});
  const isKept = ([, { account }]: [string, Refresh]) => accounts.includes(account);
  // For display only: a reading of another account ends by itself at its next page.
  await update(refreshesNow, (all) => Object.fromEntries(Object.entries(all).filter(isKept))).catch(() => {});
}
