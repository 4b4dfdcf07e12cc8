import { isObject, own, toCount } from '../coerce.ts';
import { problemIn } from '../errors.ts';
import { momentOfHit, readReached } from '../hits.ts';
import { unreadable } from '../jsonAnswer.ts';
import type { InputOf } from '../operations.ts';
import type { Session } from '../session.ts';
import type { Hits } from '../types.ts';
import { ask, askAll, checkKey, type Fields, versionMethod } from './ask.ts';
import { idsIn, isId, visibleIds } from './read.ts';

/**
 * How many websites' last visits one request reads. The number is small, because Matomo searches its table of all
 * visits once for each website.
 */
const perRequest = 20;

/**
 * The kinds of problem after which the call continues without the weekly numbers of visits: the key's user may not see
 * the visits, or the plugin is switched off.
 */
const refusals: ReadonlySet<unknown> = new Set(['rejected', 'forbidden']);

/**
 * Reads how many visits each website had in the last seven days, for all websites that the account may view. Resolves
 * to a map from website id to this number, which is empty if Matomo refuses (see `refusals`).
 */
async function readWeeks(session: Session): Promise<Map<string, number>> {
  const asked = { period: 'range', date: 'last7', enhanced: '1', showColumns: 'nb_visits' };
  const rows = await ask(session, 'MultiSites.getAll', asked, { mayRepeat: true, list: true }).catch(
    (error: unknown) => {
      if (!refusals.has(problemIn(error)?.kind)) throw error;
      return undefined;
    },
  );
  if (rows === undefined) return new Map();
  if (!Array.isArray(rows)) throw unreadable();
  // If Matomo rejects the key, the list is empty, too.
  if (!rows.length) await checkKey(session);
  const pairs = rows
    .filter(isObject)
    .map((row) => [toCount(own(row, 'idsite')), toCount(own(row, 'nb_visits'))] as const);
  return new Map(pairs.flatMap(([id, visits]) => (id && visits !== undefined ? [[String(id), visits]] : [])));
}

/** The number of visits in the last seven days, by website id. Undefined if it could not be read. */
type Counts = ReadonlyMap<string, number | undefined>;

const summary = 'VisitsSummary.getVisits';
const summaryOf = (ids: readonly string[]): Fields => ({ idSite: ids.join(), period: 'range', date: 'last7' });
const countsIn = (answer: unknown, ids: readonly string[]): Counts =>
  new Map(ids.map((id) => [id, toCount(isObject(answer) ? own(answer, ids[1] ? id : 'value') : undefined)]));

async function readCounts(ids: readonly string[], session: Session): Promise<Counts> {
  if (!ids.length) return new Map();
  return countsIn(await ask(session, summary, summaryOf(ids), { mayRepeat: true }).catch(() => undefined), ids);
}

/**
 * Returns the time of the last visit in an answer (milliseconds since 1970), null if there was no visit, or undefined
 * if the answer cannot be read.
 */
function lastIn(answer: unknown): number | null | undefined {
  if (!Array.isArray(answer)) return undefined;
  if (!answer.length) return null;
  const [visit] = answer;
  const seconds = toCount(isObject(visit) ? own(visit, 'lastActionTimestamp') : undefined);
  return seconds === undefined ? undefined : momentOfHit(seconds * 1000);
}

const lastVisit = { filter_limit: '1', doNotFetchActions: '1', showColumns: 'lastActionTimestamp' };

/**
 * Reads the last visits of websites in one bulk request, with the key in each inner call. Matomo answers "no visits"
 * even if it rejects the key or hides the website. To detect this, the request also reads which websites the account
 * may view or, if the service has just reported the websites (`shown`), only checks the key. `isCounted`: whether to
 * also read the number of visits in the last seven days.
 */
async function readLast(
  ids: readonly string[],
  { shown, isCounted }: { shown: boolean; isCounted: boolean },
  session: Session,
): Promise<{ lasts: Map<string, Hits['last']>; counts: Counts }> {
  const withKey = (fields: Fields): Fields => ({ ...fields, token_auth: session.key });
  const calls = ids.map(
    (idSite) => ['Live.getLastVisitsDetails', withKey({ idSite, ...lastVisit })] as [string, Fields],
  );
  const proof: [string, Fields] = shown ? [versionMethod, withKey({})] : [visibleIds, withKey({ filter_limit: '-1' })];
  const count: [string, Fields][] = isCounted ? [[summary, withKey(summaryOf(ids))]] : [];
  const answers = await askAll(session, [...calls, proof, ...count]);
  const lasts = answers.slice(0, ids.length).map(lastIn);
  const [told, counted] = answers.slice(ids.length);
  const isProved = isObject(told) && own(told, 'value') !== undefined;
  const known = new Set((shown ? isProved && ids : idsIn(told)) || []);
  // If Matomo rejects the key, it answers as if no website had visits.
  if (lasts.includes(null) && !known.size) await checkKey(session);
  const lastOf = (id: string, index: number) => (lasts[index] === null && !known.has(id) ? undefined : lasts[index]);
  return { lasts: new Map(ids.map((id, index) => [id, lastOf(id, index)])), counts: countsIn(counted, ids) };
}

/**
 * Reads the visits of websites, as far as the call's time allows. The visits of the last seven days (`week`) take one
 * request in all; the last visits (`last`) take one request per 20 websites. A website that the account may not view
 * gets only its id.
 *
 * If a website has visits in the last seven days but no last visit, its visits log was purged, so its last visit is
 * unknown. To detect this, the visits of the last seven days are read even without `week`, but only for websites
 * without a last visit. For a single website, the same request reads both (see `isCounted`), because a person is
 * waiting.
 */
export async function hits({ ids, last, week, shown }: InputOf<'websites.hits'>, session: Session): Promise<Hits[]> {
  const weeks = week ? await readWeeks(session) : new Map<string, number>();
  const usual = ids.filter(isId);
  const chunks = Array.from({ length: Math.ceil(usual.length / perRequest) }, (_, n) =>
    usual.slice(n * perRequest, (n + 1) * perRequest),
  );
  const how = { shown: shown === true, isCounted: !week && usual.length === 1 };
  const reads = last ? await readReached(chunks, 1, (some) => readLast(some, how, session)) : [];
  const lastOf = new Map(reads.flatMap(({ lasts }) => [...lasts]));
  const silent = week ? [] : usual.filter((id) => lastOf.get(id) === null);
  const counts = how.isCounted ? reads[0]?.counts : await readCounts(silent, session);
  for (const id of silent) {
    const visits = counts?.get(id);
    if (visits) weeks.set(id, visits);
    // If the number of visits is unknown, the log may have been purged, so the last visit is unknown, too.
    if (visits === undefined) lastOf.set(id, undefined);
  }
  const isReached = (id: string) => !last || !isId(id) || lastOf.has(id);
  const all = [...ids.filter(isReached), ...[...weeks.keys()].filter((id) => !ids.includes(id))];
  return all.map((id) => {
    const [at, visits] = [lastOf.get(id), weeks.get(id)];
    const isKnown = at !== undefined && !(at === null && visits);
    return { id, ...(isKnown ? { last: at } : {}), ...(visits === undefined ? {} : { week: visits }) };
  });
}
