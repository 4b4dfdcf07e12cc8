import { isObject, own, toCount, toText } from '../coerce.ts';
import { ApiError, problemIn, unknownCursor } from '../errors.ts';
import { unreadable } from '../jsonAnswer.ts';
import type { InputOf } from '../operations.ts';
import { readListing } from '../readListing.ts';
import { isAnswered } from '../searchProof.ts';
import type { Session } from '../session.ts';
import type { ListOutput, Website } from '../types.ts';
import { ask, type Server } from './ask.ts';
import { isUuid, websiteIn } from './records.ts';
import { hasLeft, noTeams, type Teams, teamsOf, withItsTeam, withTeam } from './teams.ts';

/** Whether a record is deleted. Umami's cloud keeps deleted records, with the date of their deletion. */
export const isDeleted = (raw: unknown) => isObject(raw) && /^\d{4}-/.test(toText(own(raw, 'deletedAt')) ?? '');

interface Page {
  number: number;
  /** The team whose list is read. Undefined means the account's own list. */
  team?: string | undefined;
  search?: string | undefined;
  size: number;
}

async function readPage(server: Server, { number, team, search, size }: Page, session: Session) {
  const query = { page: String(number), pageSize: String(size), ...(search ? { search } : {}) };
  const path = team ? `/teams/${team}/websites` : '/websites';
  const body = await ask(server, session, 'GET', path, { query, mayRepeat: true, list: true });
  const { data, count, pageSize } = body as { data: unknown[]; count?: unknown; pageSize?: unknown };
  const rows = data.filter((raw) => !isDeleted(raw));
  const items = rows.map((raw) => websiteIn(raw, server.pages(session.url))).filter((one) => one !== undefined);
  const read = (number - 1) * Math.min(toCount(pageSize) || size, size) + data.length;
  const said = toCount(count);
  // An answer with neither rows nor a count does not come from Umami.
  if (number === 1 && !data.length && said === undefined) throw unreadable();
  // A count that this page disproves is ignored. Without a count, only an empty page is the end.
  const total = said === undefined || said < read ? undefined : said;
  const more = data.length > 0 && (total === undefined || read < total);
  return { items, total, more, unread: rows.length - items.length };
}

const ended = { items: [], total: undefined, more: false, unread: 0 };

/**
 * Matches a cursor: the number of a page. If the account has several lists (see `readList`), `@` and the id of the team
 * whose list is read follow. Nothing follows the `@` for the account's own list.
 */
const cursorForm = /^([1-9]\d{0,6})(?:(@)([\da-f-]{36})?)?$/i;

/**
 * Returns the id of the team whose list comes after that of `team`; undefined if that list is the last. `team` is ''
 * for the account's own list. The lists are read in the order of the teams' ids. This order stays the same even if the
 * server reports the teams in another order, or if the account leaves `team` meanwhile.
 */
const teamAfter = (team: string, { all }: Teams): string | undefined =>
  all
    .map(({ id }) => id)
    .filter((id) => id > team)
    .sort()[0];

/**
 * Reads one page of all the account's websites, in the server's order. There is one list for the account itself, and
 * one for each of its teams. (The server's `includeTeams` would leave out teams in which the account is only a member.)
 */
async function readList(
  server: Server,
  { search, per_page: size = 10, cursor = '1' }: InputOf<'websites.list'>,
  session: Session,
): Promise<ListOutput<Website>> {
  const [, number, isOneOfSeveral, team = ''] = cursorForm.exec(cursor) ?? [];
  if (!number) throw unknownCursor();
  const told = cursor === '1' || isOneOfSeveral ? teamsOf(server, session) : noTeams;
  const read = readPage(server, { number: Number(number), team, search, size }, session).catch(async (error) => {
    // If the account has left the team meanwhile, the team's list counts as finished.
    if (team && problemIn(error)?.kind === 'auth' && (await hasLeft(server, team, session))) return ended;
    throw error;
  });
  const [{ items: rows, ...page }, teams] = await Promise.all([read, told]);
  const items = rows.map((one) => withTeam(one, teams));
  const mark = isOneOfSeveral || teams.all.length ? '@' : '';
  const after = teamAfter(team, teams);
  const next = page.more ? `${Number(number) + 1}${mark}${team}` : after && `1@${after}`;
  const unread = page.unread + teams.unread;
  // An empty page is skipped, because it would look like the end of the list.
  if (next && !items.length && !unread) return readList(server, { search, per_page: size, cursor: next }, session);
  return {
    items,
    ...(page.total === undefined || mark ? {} : { total: page.total }),
    more: !!next,
    ...(next ? { next } : {}),
    ...(unread ? { unread } : {}),
  };
}

/** Reads the whole list, and returns the records that have the term in one of their names. `term`: in lower case. */
async function searchHere(server: Server, term: string, session: Session): Promise<ListOutput<Website>> {
  const whole = await readListing((cursor = '1') => readList(server, { per_page: 100, cursor }, session));
  const items = whole.items.filter((one) => isAnswered([one], term));
  // If the list is incomplete, it may lack records with the term. `unread: 1` says so.
  return { items, more: false, ...(whole.complete ? {} : { unread: 1 }) };
}

/** Reads one page of the websites. A search for an international name (`xn--`) returns all matches in one page. */
export const list = (
  server: Server,
  input: InputOf<'websites.list'>,
  session: Session,
): Promise<ListOutput<Website>> => {
  const term = input.search?.toLowerCase() ?? '';
  // Domains are stored as they were typed, so the server's own search for the ASCII form would miss international
  // names.
  return term.includes('xn--') ? searchHere(server, term, session) : readList(server, input, session);
};

const missing = () => new ApiError({ kind: 'missing' });

/**
 * Resolves if the server accepts the key, otherwise rejects. Called after a 401, which may be about the key or the
 * record.
 */
export const checkKey = (server: Server, session: Session): Promise<unknown> =>
  readPage(server, { number: 1, size: 10 }, session);

/**
 * Reads a record. Rejects with kind `missing` if there is no such record or the account may not see it. (The server
 * then answers 200 with `null`, or 401.)
 */
export async function show(server: Server, id: string, session: Session): Promise<Website> {
  if (!isUuid(id)) throw missing();
  const body = await ask(server, session, 'GET', `/websites/${id}`, { mayRepeat: true }).catch(async (error) => {
    if (problemIn(error)?.kind !== 'auth') throw error;
    await checkKey(server, session);
    return null;
  });
  if (body === null || isDeleted(body)) throw missing();
  const website = websiteIn(body, server.pages(session.url));
  if (website?.id.toLowerCase() !== id.toLowerCase()) throw unreadable();
  return withItsTeam(server, website, session);
}

/**
 * Sends a write for one record. If the record is gone or belongs to someone else, the server answers 401 or an empty
 * 500. The record is then looked up: if it is gone, the kind is `missing`; if it is still there, a 401 becomes kind
 * `forbidden`.
 */
export async function write(
  server: Server,
  session: Session,
  method: string,
  id: string,
  body?: object,
): Promise<unknown> {
  if (!isUuid(id)) throw missing();
  try {
    return await ask(server, session, method, `/websites/${id}`, { body });
  } catch (error) {
    const problem = problemIn(error);
    if (problem?.kind !== 'auth' && problem?.status !== 500) throw error;
    const unseen = await show(server, id, session).then(() => undefined, problemIn);
    // Kind `missing` with a code does not mean that the record is gone. The address may be wrong, for example.
    if (unseen?.kind === 'missing' && !unseen.code) throw missing();
    throw problem.kind === 'auth' && !unseen ? new ApiError({ ...problem, kind: 'forbidden' }) : error;
  }
}
