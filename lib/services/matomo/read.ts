import { hostsOf, isWithin } from '../../hosts/hostOf.ts';
import { isObject, type JsonObject, own, toCount } from '../coerce.ts';
import { ApiError, problemIn, unknownCursor } from '../errors.ts';
import type { FindInput } from '../find.ts';
import { unreadable } from '../jsonAnswer.ts';
import type { InputOf } from '../operations.ts';
import { isAnswered } from '../searchProof.ts';
import type { Session } from '../session.ts';
import type { Listing, ListOutput, Website } from '../types.ts';
import { ask, askAll, checkKey, type Fields } from './ask.ts';
import { websiteIn } from './records.ts';

/** The columns of a website that are requested. All columns would make an answer more than twice as long. */
const columns = { showColumns: 'idsite,name,main_url,alias_urls,ts_created,excluded_ips,excluded_parameters' };
const changeable = 'SitesManager.getSitesWithAdminAccess';
const changeableIds = 'SitesManager.getSitesIdWithAdminAccess';
const visible = 'SitesManager.getSitesWithAtLeastViewAccess';
export const visibleIds = 'SitesManager.getSitesIdWithAtLeastViewAccess';
const addressesOf = 'SitesManager.getSiteUrlsFromId';

/**
 * The maximum number of view-only websites whose addresses are read. Each website takes one field of the request's
 * form, and PHP reads only the first 1,000 fields.
 */
const maxViewed = 500;

const byId = (a: Website, b: Website) => Number(a.id) - Number(b.id);
const byDomain = (a: Website, b: Website) => (a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : byId(a, b));

function rowsIn(body: unknown): unknown[] {
  if (Array.isArray(body)) return body;
  throw unreadable();
}

const websitesIn = (rows: readonly unknown[]) => rows.map((raw) => websiteIn(raw)).filter((one) => one !== undefined);

/** Returns the website ids in an answer, or undefined if any of them cannot be read. */
export function idsIn(body: unknown): string[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const ids = body.map((one) => toCount(isObject(one) ? own(one, 'idsite') : one));
  return ids.includes(undefined) ? undefined : ids.map(String);
}

/**
 * Reads the websites that the account may view but not change. Skips unreadable websites, so that the others are still
 * listed.
 */
async function readViewed(ids: readonly string[], session: Session): Promise<Website[]> {
  if (!ids.length) return [];
  const [rows, ...addresses] = await askAll(session, [
    [visible, columns],
    ...ids.slice(0, maxViewed).map((idSite): [string, Fields] => [addressesOf, { idSite }]),
  ]);
  const raws = new Map((Array.isArray(rows) ? rows : []).map((raw) => [websiteIn(raw)?.id, raw]));
  return ids.flatMap((id, index) => {
    const website = websiteIn(raws.get(id), addresses[index]);
    return website ? [{ ...website, locked: 'not-allowed' as const }] : [];
  });
}

/**
 * Reads all websites that the account may view, with all their addresses, because Matomo's own search covers only names
 * and main addresses. Takes a second request if the account may not change some of them. `unread`: how many websites
 * could not be read, or lack their addresses. Any of them may have any host.
 */
async function readAll(session: Session): Promise<{ websites: Website[]; unread: number }> {
  const whole = { ...columns, fetchAliasUrls: '1' };
  const [all, ids] = await askAll(session, [
    [changeable, whole],
    [visibleIds, {}],
  ]);
  // If the bulk answer lacks this list, a separate request for it succeeds or fails with the reason.
  const rows = rowsIn(all ?? (await ask(session, changeable, whole, { mayRepeat: true, list: true })));
  const read = websitesIn(rows);
  const known = new Set(read.map(({ id }) => id));
  const others = idsIn(ids)?.filter((id) => !known.has(id));
  // If Matomo rejects the key, the list is empty, too.
  if (!rows.length && !others?.length) await checkKey(session);
  const websites = [...read, ...(await readViewed(others ?? [], session))];
  const count = rows.length + (others?.length ?? 1);
  return { websites, unread: count - websites.filter(({ hosts }) => hosts).length };
}

/**
 * Returns one page of the websites. Waymark searches, sorts and divides the whole list itself, because Matomo's list
 * has no pages. The cursor is the number of websites before the page.
 */
export async function list(
  { search, sort_by = 'id', sort = 'desc', per_page = 10, cursor = '0' }: InputOf<'websites.list'>,
  session: Session,
): Promise<ListOutput<Website>> {
  if (!/^\d{1,7}$/.test(cursor)) throw unknownCursor();
  const { websites, unread } = await readAll(session);
  const term = search?.toLowerCase() ?? '';
  const found = websites.filter((one) => isAnswered([one], term)).sort(sort_by === 'id' ? byId : byDomain);
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

/** Finds all websites with an address whose host is this host or is in the domain `within`. */
export async function find({ host, within = host }: FindInput, session: Session): Promise<Listing<Website>> {
  const { websites, unread } = await readAll(session);
  const isNear = (one: string) => one === host || isWithin(one, within);
  const items = websites.filter((one) => hostsOf(one).some(isNear));
  return unread ? { items, complete: false, why: 'unreadable-row' } : { items, complete: true };
}

/**
 * Resolves as `work` does, which is a request about a website. If Matomo refuses the request, reads the list of ids,
 * because Matomo's errors do not tell whether the website is gone. If it is gone, rejects with kind `missing`.
 */
export async function unlessGone<T>(id: string, session: Session, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const problem = problemIn(error);
    if (problem?.kind !== 'rejected' && problem?.kind !== 'forbidden') throw error;
    const ids = idsIn(await ask(session, visibleIds, {}, { mayRepeat: true, list: true }));
    // If Matomo rejects the key, the list is empty, and every website would seem to be gone.
    if (!ids?.length) await checkKey(session);
    if (ids && !ids.includes(id)) throw new ApiError({ ...problem, kind: 'missing' });
    throw error;
  }
}

/** Whether an id is a plain number. To Matomo, other ids (`all`, or a list) mean several websites. */
export const isId = (id: string) => /^[1-9]\d{0,14}$/.test(id);

/** Returns the id if it is a plain number, else throws kind `missing`. */
export function checkedId(id: string): string {
  if (isId(id)) return id;
  throw new ApiError({ kind: 'missing' });
}

/**
 * Reads a website with its addresses. Returns it both raw and as a `Website`. Rejects with kind `missing` if it is
 * gone.
 */
export async function showRaw(id: string, session: Session): Promise<{ raw: JsonObject; website: Website }> {
  checkedId(id);
  const [raw, addresses, ids] = await askAll(session, [
    ['SitesManager.getSiteFromId', { idSite: id }],
    [addressesOf, { idSite: id }],
    [changeableIds, {}],
  ]);
  const website = websiteIn(raw, addresses);
  const isLocked = idsIn(ids)?.includes(id) === false;
  if (website?.id === id)
    return { raw: raw as JsonObject, website: isLocked ? { ...website, locked: 'not-allowed' } : website };
  await unlessGone(id, session, ask(session, 'SitesManager.getSiteFromId', { idSite: id }, { mayRepeat: true }));
  await checkKey(session);
  throw unreadable();
}
