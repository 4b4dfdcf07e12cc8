import { hostsOf } from '../../hosts/hostOf.ts';
import { isObject, type JsonObject, own, toCount } from '../coerce.ts';
import { ApiError, problemIn } from '../errors.ts';
import type { FindInput } from '../find.ts';
import { describeShape, hiding, shapeError } from '../jsonAnswer.ts';
import type { InputOf } from '../operations.ts';
import { isAnswered } from '../searchProof.ts';
import type { Session } from '../session.ts';
import type { Listing, ListOutput, Website } from '../types.ts';
import { ask, askAll, checkKey, type Fields } from './ask.ts';
import { websiteIn } from './records.ts';

/** Parameters for all websites with all their addresses. */
const wholeList = { fetchAliasUrls: '1' };
const allSites = 'SitesManager.getSitesWithAdminAccess';
const visibleIds = 'SitesManager.getSitesIdWithAtLeastViewAccess';

const byId = (a: Website, b: Website) => Number(a.id) - Number(b.id);
const byDomain = (a: Website, b: Website) => (a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : byId(a, b));

function rowsIn(body: unknown, session: Session): unknown[] {
  if (Array.isArray(body)) return body;
  throw shapeError(200, 'unreadable', describeShape(body, hiding(session.secrets)));
}

const websitesIn = (rows: readonly unknown[]) => rows.map((raw) => websiteIn(raw)).filter((one) => one !== undefined);

/** Reads the whole list at once, since Matomo has no pages; searches, sorts and pages it here. The cursor is the number of websites before. */
export async function list(
  { search, sort_by = 'id', sort = 'desc', per_page = 10, cursor = '0' }: InputOf<'websites.list'>,
  session: Session,
): Promise<ListOutput<Website>> {
  if (!/^\d{1,7}$/.test(cursor))
    throw new ApiError({ kind: 'rejected', fields: { cursor: ['Not a cursor of this list.'] } });
  const [all, visible] = await askAll(session, [
    [allSites, wholeList],
    [visibleIds, {}],
  ]);
  // A request of its own returns the reason of a failure.
  const rows = rowsIn(all ?? (await ask(session, allSites, wholeList, { again: true, list: true })), session);
  // With a rejected key, the list looks empty.
  if (!rows.length) await checkKey(session);
  const read = websitesIn(rows);
  // Websites that the account may only view are not listed, so any name may be among them.
  const listed = new Set(read.map(({ id }) => id));
  const hidden = idsIn(visible)?.filter((id) => !listed.has(id)).length ?? 1;
  const unread = hidden + rows.length - read.filter(({ hosts }) => hosts).length;
  // Matomo's own search only covers names and main addresses.
  const term = search?.toLowerCase() ?? '';
  const found = read.filter((one) => isAnswered([one], term)).sort(sort_by === 'id' ? byId : byDomain);
  if (sort === 'desc') found.reverse();
  const from = Number(cursor);
  const more = from + per_page < found.length;
  return {
    items: found.slice(from, from + per_page),
    total: found.length,
    more,
    ...(more ? { next: String(from + per_page) } : {}),
    ...(unread ? { unread } : {}),
  };
}

/** Undefined if one of them cannot be read. */
function idsIn(body: unknown): string[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const ids = body.map((one) => toCount(isObject(one) ? own(one, 'idsite') : one));
  return ids.includes(undefined) ? undefined : ids.map(String);
}

/** Reads each of these records, of which only the id is known, and its addresses. */
async function readEach(ids: readonly string[], session: Session): Promise<(Website | undefined)[]> {
  if (!ids.length) return [];
  const answers = await askAll(
    session,
    ids.flatMap((idSite) => [
      ['SitesManager.getSiteFromId', { idSite }] as const,
      ['SitesManager.getSiteUrlsFromId', { idSite }] as const,
    ]),
  );
  return ids.map((_, index) => websiteIn(answers[2 * index], answers[2 * index + 1]));
}

/**
 * Finds all websites that have this host among their addresses, which Matomo can look up, and those that its search finds in
 * the domain. International names may be stored as they were typed; for these the whole list is read.
 */
export async function find({ host, within = host }: FindInput, session: Session): Promise<Listing<Website>> {
  const near: Fields = host.includes('xn--') ? wholeList : { ...wholeList, pattern: within };
  const [exact, rows, version] = await askAll(session, [
    ['SitesManager.getSitesIdFromSiteUrl', { url: `https://${host}` }],
    [allSites, near],
    ['API.getMatomoVersion', {}],
  ]);
  const ids = idsIn(exact);
  if (!ids?.length && (!version || !Array.isArray(rows))) await checkKey(session);
  if (!ids || !Array.isArray(rows)) throw shapeError(200, 'unreadable');
  const seen = websitesIn(rows);
  const others = await readEach(
    ids.filter((id) => !seen.some((one) => one.id === id)),
    session,
  );
  const isNear = (one: string) => one === host || one === within || one.endsWith(`.${within}`);
  const all = [...seen, ...others];
  const items = all.filter((one) => one && hostsOf(one).some(isNear)) as Website[];
  const isWhole = seen.length === rows.length && all.every((one) => one?.hosts);
  return isWhole ? { items, complete: true } : { items, complete: false, why: 'unreadable-row' };
}

/** Turns an error into kind `missing` if the website is gone, because Matomo's errors have no codes. */
export async function unlessGone<T>(id: string, session: Session, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const problem = problemIn(error);
    if (problem?.kind !== 'rejected' && problem?.kind !== 'forbidden') throw error;
    const ids = idsIn(await ask(session, visibleIds, {}, { again: true, list: true }));
    // With a rejected key, every website would look gone.
    if (!ids?.length) await checkKey(session);
    if (ids && !ids.includes(id)) throw new ApiError({ ...problem, kind: 'missing' });
    throw error;
  }
}

/** A plain id; Matomo would take others (`all`, lists) to mean several websites. Throws kind `missing`. */
export function checkedId(id: string): string {
  if (/^[1-9]\d{0,14}$/.test(id)) return id;
  throw new ApiError({ kind: 'missing' });
}

/** The record, raw and read, with its addresses. Rejects with kind `missing` if there is none. */
export async function showRaw(id: string, session: Session): Promise<{ raw: JsonObject; website: Website }> {
  checkedId(id);
  const [raw, addresses] = await askAll(session, [
    ['SitesManager.getSiteFromId', { idSite: id }],
    ['SitesManager.getSiteUrlsFromId', { idSite: id }],
  ]);
  const website = websiteIn(raw, addresses);
  if (website?.id === id) return { raw: raw as JsonObject, website };
  await unlessGone(id, session, ask(session, 'SitesManager.getSiteFromId', { idSite: id }, { again: true }));
  await checkKey(session);
  throw shapeError(200, 'unreadable');
}
