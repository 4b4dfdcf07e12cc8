import { mayDelete } from '../../jobs/openDeletions.ts';
import { isNamed } from '../../records/known.ts';
import type { ListFacts, ListName } from '../../records/types.ts';
import type { Listing, ListOutput, Project, Website } from '../../services/index.ts';
import { maxWait } from '../../services/limitHeaders.ts';
import { nextRequestAt, nextUnaskedAt } from '../../services/rateLimit.ts';
import { type PageAnswer, type ReadPosition, readPages } from '../../services/readPages.ts';
import { isRefreshActive, pageSize, type Refresh, refreshNow, updateRefresh } from '../../storage/refresh.ts';
import { forgetOlder } from '../../storage/remembered.ts';
import { isAhead } from '../../util/moments.ts';
import { sleep } from '../../util/sleep.ts';
import { afterPersons } from '../persons.ts';
import { problemOf } from '../problems.ts';
import { rateLimitOf } from '../rateLimits.ts';
import { change } from '../records/change.ts';
import { asked, recordCount, records } from '../records/records.ts';
import { request } from '../request.ts';

/**
 * The longest wait of the worker itself before it continues to read a list (milliseconds). After a longer wait, the
 * jobs' alarm makes it continue.
 */
const maxSleep = 30_000;

/** The maximum number of requests for a page that fails for temporary reasons. */
const tries = 4;

/**
 * Returns when a wait ends (milliseconds since 1970), or 0 if it is over. A wait that began in the future is over,
 * because the clock was set back.
 */
const stillTo = ({ until = 0, since }: Pick<Refresh, 'until' | 'since'>) => (isAhead(since, Date.now()) ? 0 : until);

/**
 * Requests one page of a list and stores its records. `pass`: the store's number for this reading of the list.
 * `position`: how many records are on the earlier pages.
 */
async function readOnePage(
  { account, list: other, pass, unasked }: Refresh,
  position: number,
  cursor: string | undefined,
): Promise<PageAnswer<Website | Project>> {
  const list: ListName = other ?? 'websites';
  const question = asked.ask(account);
  try {
    // Oldest first, so that websites registered meanwhile come last and do not move others to another page.
    const query = { sort: 'asc', per_page: pageSize, ...(cursor ? { cursor } : {}) } as const;
    const context = { account, unkept: true, unasked } as const;
    // The account may have joined a team meanwhile. The known teams are forgotten, so that the new team's websites are
    // read, too.
    if (!cursor) await forgetOlder(account, 60_000);
    const page: ListOutput<Website | Project> =
      list === 'projects'
        ? await request('projects.list', { ...query, sort_by: 'created_at' }, context)
        : await request('websites.list', { ...query, sort_by: 'id' }, context);
    const answer = { items: page.items as never[], at: Date.now(), question, position, pass };
    const isStored = await change(account, ({ putAnswer }) => putAnswer(records, list, account, answer));
    if (!isStored) return { ok: false, problem: { kind: 'cancelled' } };
    // A record without a usable id counts as not read, because it may stand for any host.
    const unnamed = page.items.filter((record) => !isNamed(record)).length;
    return { ok: true, value: { ...page, unread: (page.unread ?? 0) + unnamed } };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  } finally {
    question.end();
  }
}

/**
 * Stores and returns what reading the whole list has proved. Resolves to undefined if that cannot be stored, or if
 * another reading of the list has begun meanwhile.
 */
async function endReading(
  { serviceUrl, account, list: other, pass, started, unasked }: Refresh,
  read: Listing<unknown>,
  { total, read: count }: ReadPosition,
): Promise<ListFacts | undefined> {
  const list: ListName = other ?? 'websites';
  // A deletion whose answer was lost may have moved records from unread pages to pages that were already read. This
  // reading has then missed them.
  const isMoved = await mayDelete(serviceUrl, list).catch(() => true);
  // If the service shows no records although some are stored, this counts only if a person has asked for the reading.
  const isEmptied = unasked && !count && (await recordCount(list, account)) > 0;
  const why = read.complete ? (isMoved || isEmptied) && 'changed' : read.why;
  const end = { pass, now: started, read: count, ...(why ? { why } : {}), ...(total === undefined ? {} : { total }) };
  return change(account, ({ finishPass }) => finishPass(records, list, account, end)).catch(() => undefined);
}

/** Continues to read an account's list. Resolves to whether there may be more to do now. */
async function readOn(name: string): Promise<boolean> {
  const { until, since, ...now } = await refreshNow(name);
  if (!isRefreshActive(now)) return false;
  let place: ReadPosition = now;
  let isForAlarm = false;
  const isOn = (one: Refresh) => isRefreshActive(one) && one.started === now.started;
  /** Stores the progress, unless the reading of the list was stopped or restarted meanwhile. */
  const keep = (state: Refresh['state'], more: Partial<Refresh> = {}) => {
    const { serviceUrl, account, list, started, pass } = now;
    return updateRefresh(name, (one) => {
      if (!isOn(one)) return one;
      const asked = one.unasked ? { unasked: one.unasked } : {};
      const whose = { serviceUrl, account, ...(list ? { list } : {}) };
      return { ...place, ...whose, started, pass, ...asked, state, ...more };
    });
  };
  /**
   * Waits until a moment (milliseconds since 1970). Resolves to whether this worker may then read on. It may not if the
   * wait is so long that the alarm takes over (it then resolves at once), or if the reading was stopped.
   */
  const waitTo = async (until: number): Promise<boolean> => {
    const wait = until - Date.now();
    if (wait > 0) await keep('waiting', { until, since: Date.now() });
    isForAlarm = wait > maxSleep;
    if (!isForAlarm) await sleep(wait);
    return !isForAlarm && isOn(await refreshNow(name));
  };
  // Whether no person has asked for this reading, neither when it began nor since.
  const isUnasked = async () => now.unasked === true && (await refreshNow(name)).unasked === true;
  // When the next page may be requested. Jobs, pages and this reading share one rate limit per service.
  const nextAt = async () => {
    const limit = await rateLimitOf(now.serviceUrl);
    return (await isUnasked()) ? nextUnaskedAt(limit, Date.now()) : nextRequestAt(limit, true, Date.now());
  };

  /** Waits until the next request may be sent. Resolves as `waitTo` does. */
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
      // After the last page, there is no cursor. Such progress is not stored, because another worker would start from
      // the beginning.
      if (after.cursor) await keep('running');
    },
  });
  if (isForAlarm) return false;
  if (!read.ok) {
    const isOver = read.problem.kind === 'cancelled' || read.problem.code === 'other-service';
    await (isOver ? keep('stopped') : keep('failed', { problem: read.problem }));
  } else {
    const facts = await endReading({ ...now, unasked: (await isUnasked()) || undefined }, read.value, place);
    await keep(facts ? 'done' : 'stopped', facts?.why ? { why: facts.why } : {});
  }
  return true;
}

/** Reads a list until there is nothing more to do now (see `readOn`). */
export async function refreshToEnd(name: string): Promise<void> {
  while (await readOn(name));
}
