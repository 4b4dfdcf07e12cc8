import { isObject, own, toCount } from '../coerce.ts';
import { problemIn } from '../errors.ts';
import { momentOfHit, readReached } from '../hits.ts';
import { describeShape, hiding, shapeError } from '../jsonAnswer.ts';
import type { InputOf } from '../operations.ts';
import type { Session } from '../session.ts';
import type { Hits } from '../types.ts';
import { ask, askAll, checkKey, type Fields, versionMethod } from './ask.ts';
import { idsIn, isId, visibleIds } from './read.ts';

/** For how many websites one request reads the last visit. Each of them searches the table of all visits. */
const perRequest = 20;

/**
 * Problems that are no failure: the user may not see the visits, or the plugin is switched off. The visits are then unknown.
 */
const refusals: ReadonlySet<unknown> = new Set(['rejected', 'forbidden']);

/** The visits of the last seven days, of all websites that the account may view, by id. */
async function readWeeks(session: Session): Promise<Map<string, number>> {
  const asked = { period: 'range', date: 'last7', enhanced: '1', showColumns: 'nb_visits' };
  const rows = await ask(session, 'MultiSites.getAll', asked, { again: true, list: true }).catch((error: unknown) => {
    if (!refusals.has(problemIn(error)?.kind)) throw error;
    return undefined;
  });
  if (rows === undefined) return new Map();
  if (!Array.isArray(rows)) throw shapeError(200, 'unreadable', describeShape(rows, hiding(session.secrets)));
  // With a rejected key, the list looks empty.
  if (!rows.length) await checkKey(session);
  const pairs = rows
    .filter(isObject)
    .map((row) => [toCount(own(row, 'idsite')), toCount(own(row, 'nb_visits'))] as const);
  return new Map(pairs.flatMap(([id, visits]) => (id && visits !== undefined ? [[String(id), visits]] : [])));
}

/** The visits of the last seven days of some websites; empty if they cannot be read. */
async function readCounts(
  ids: readonly string[],
  session: Session,
): Promise<(readonly [id: string, visits: number])[]> {
  const asked = { idSite: ids.join(), period: 'range', date: 'last7' };
  const answer = await ask(session, 'VisitsSummary.getVisits', asked, { again: true }).catch(() => undefined);
  const countOf = (id: string) => toCount(isObject(answer) ? own(answer, ids.length > 1 ? id : 'value') : undefined);
  return ids.map((id) => [id, countOf(id) ?? 0] as const);
}

/** The last visit in an answer; null if there is none; undefined if the answer is not understood. */
function lastIn(answer: unknown): number | null | undefined {
  if (!Array.isArray(answer)) return undefined;
  if (!answer.length) return null;
  const [visit] = answer;
  const seconds = toCount(isObject(visit) ? own(visit, 'lastActionTimestamp') : undefined);
  return seconds === undefined ? undefined : momentOfHit(seconds * 1000);
}

const lastVisit = { filter_limit: '1', doNotFetchActions: '1', showColumns: 'lastActionTimestamp' };

/**
 * The last visits of some websites, in one request. Each inner call has the key, because without it the answer is that of
 * a website without visits. That there was none is believed beside an answer to the key alone; and of a website that was not
 * `shown`, if it is among those that the account may view.
 */
async function readLast(ids: readonly string[], shown: boolean, session: Session): Promise<Map<string, Hits['last']>> {
  const withKey = (fields: Fields): Fields => ({ ...fields, token_auth: session.key });
  const calls = ids.map(
    (idSite) => ['Live.getLastVisitsDetails', withKey({ idSite, ...lastVisit })] as [string, Fields],
  );
  const proof: [string, Fields] = shown ? [versionMethod, withKey({})] : [visibleIds, withKey({ filter_limit: '-1' })];
  const answers = await askAll(session, [...calls, proof]);
  const lasts = answers.slice(0, -1).map(lastIn);
  const told = answers.at(-1);
  const isProved = isObject(told) && own(told, 'value') !== undefined;
  const known = new Set((shown ? isProved && ids : idsIn(told)) || []);
  // The answer to a rejected key looks like that of a website without visits.
  if (lasts.includes(null) && !known.size) await checkKey(session);
  return new Map(
    ids.map((id, index) => [id, lasts[index] === null && !known.has(id) ? undefined : lasts[index]] as const),
  );
}

/**
 * The visits of websites: those of the week of all that the account may view by one request, the last ones by one for every
 * 20; those that were reached within the call's time. One that the account may not view has nothing but its id. A log without
 * visits may have been emptied, so that a website with visits in the week has no last one.
 */
export async function hits({ ids, last, week, shown }: InputOf<'websites.hits'>, session: Session): Promise<Hits[]> {
  const weeks = week ? await readWeeks(session) : new Map<string, number>();
  const usual = ids.filter(isId);
  const chunks = Array.from({ length: Math.ceil(usual.length / perRequest) }, (_, n) =>
    usual.slice(n * perRequest, (n + 1) * perRequest),
  );
  const lasts = last ? await readReached(chunks, 1, (some) => readLast(some, shown === true, session)) : [];
  const lastOf = new Map(lasts.flatMap((one) => [...one]));
  const silent = week ? [] : usual.filter((id) => lastOf.get(id) === null);
  for (const [id, visits] of silent.length ? await readCounts(silent, session) : []) if (visits) weeks.set(id, visits);
  const isReached = (id: string) => !last || !isId(id) || lastOf.has(id);
  const all = [...ids.filter(isReached), ...[...weeks.keys()].filter((id) => !ids.includes(id))];
  return all.map((id) => {
    const [at, visits] = [lastOf.get(id), weeks.get(id)];
    const isKnown = at !== undefined && !(at === null && visits);
    return { id, ...(isKnown ? { last: at } : {}), ...(visits === undefined ? {} : { week: visits }) };
  });
}
