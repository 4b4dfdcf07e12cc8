import { isObject, own, toCount, toText } from '../coerce.ts';
import { ApiError, problemIn } from '../errors.ts';
import { describeShape, hiding, jsonAnswer, shapeError } from '../jsonAnswer.ts';
import type { InputOf } from '../operations.ts';
import type { Session } from '../session.ts';
import type { Prepared } from '../transport.ts';
import type { ListOutput, Website } from '../types.ts';
import { isUuid, websiteIn } from './records.ts';

/** Where a server's interface and pages are, and which header carries the key. */
export interface Server {
  api(url: string): string;
  pages(url: string): string;
  authorize(headers: Headers, key: string): void;
}

interface Sent {
  query?: Record<string, string>;
  body?: object;
}

function prepare({ api, authorize }: Server, session: Session, path: string, { query, body }: Sent): Prepared {
  const headers = session.headers();
  authorize(headers, session.key);
  const url = new URL(api(session.url) + path);
  url.search = new URLSearchParams(query).toString();
  if (!body) return { url, headers };
  headers.set('Content-Type', 'application/json');
  return { url, headers, body: JSON.stringify(body) };
}

/** Makes a request. `again`: it may be sent twice. Rejects with ApiError, also where the answer is no JSON. */
export async function ask(
  server: Server,
  session: Session,
  method: string,
  path: string,
  sent: Sent & { again?: true; list?: true } = {},
): Promise<unknown> {
  const send = sent.again ? session.sendTwice : session.send;
  const reply = await send(method, prepare(server, session, path, sent), sent.list ? 'list' : 'record');
  const hide = hiding(session.secrets);
  const body = jsonAnswer(reply, hide, sent.list === true, 'server');
  if (body === undefined) throw shapeError(reply.status, 'unreadable', 'nothing');
  if (sent.list && !(isObject(body) && Array.isArray(own(body, 'data'))))
    throw shapeError(reply.status, 'unreadable', describeShape(body, hide));
  return body;
}

/** A cloud keeps what was deleted, with its date. */
export const isDeleted = (raw: unknown) => isObject(raw) && /^\d{4}-/.test(toText(own(raw, 'deletedAt')) ?? '');

interface Teams {
  ids: readonly string[];
  /** How many more there are; 1 where they are not told. */
  unread: number;
}

const noTeams: Teams = { ids: [], unread: 0 };

async function readTeams(server: Server, session: Session): Promise<Teams> {
  try {
    const query = { page: '1', pageSize: '100' };
    const body = await ask(server, session, 'GET', '/me/teams', { query, again: true, list: true });
    const { data, count } = body as { data: unknown[]; count?: unknown };
    const ids = data.map((raw) => (isObject(raw) ? own(raw, 'id') : undefined)).filter(isUuid);
    return { ids, unread: Math.max(data.length, toCount(count) ?? 0) - ids.length };
  } catch (error) {
    const status = problemIn(error)?.status ?? 500;
    if (status >= 500 || status === 429) throw error;
    // Where there is no such address, there are no teams: its list of websites was not found otherwise.
    return status === 404 ? noTeams : { ids: [], unread: 1 };
  }
}

/** For how long it is believed which teams there are (milliseconds): many look-ups follow each other. */
const teamsLast = 60_000;
const known = new Map<string, { at: number; teams: Teams }>();

/** The teams that the account is in. */
async function teamsOf(server: Server, session: Session): Promise<Teams> {
  const account = `${session.url} ${session.key}`;
  const before = known.get(account);
  if (before && performance.now() - before.at < teamsLast) return before.teams;
  const teams = await readTeams(server, session);
  if (!teams.unread) known.set(account, { at: performance.now(), teams });
  return teams;
}

interface Page {
  number: number;
  /** Whose: a team's, or the account's own. */
  team?: string | undefined;
  search?: string | undefined;
  size: number;
}

/** One page of one list. */
async function readPage(server: Server, { number, team, search, size }: Page, session: Session) {
  const query = {
    page: String(number),
    pageSize: String(size),
    // Domains are kept as they were typed: what was in other letters than ASCII is not found by its ASCII form.
    ...(search && !search.includes('xn--') ? { search } : {}),
  };
  const path = team ? `/teams/${team}/websites` : '/websites';
  const body = await ask(server, session, 'GET', path, { query, again: true, list: true });
  const { data, count, pageSize } = body as { data: unknown[]; count?: unknown; pageSize?: unknown };
  const rows = data.filter((raw) => !isDeleted(raw));
  const items = rows.map((raw) => websiteIn(raw, server.pages(session.url))).filter((one) => one !== undefined);
  const read = (number - 1) * Math.min(toCount(pageSize) || size, size) + data.length;
  const said = toCount(count);
  // What has neither rows nor a count is no list of it.
  if (number === 1 && !data.length && said === undefined) throw shapeError(200, 'unreadable');
  // A count that this page proves wrong is none; without one, only an empty page is the end.
  const total = said === undefined || said < read ? undefined : said;
  const more = data.length > 0 && (total === undefined || read < total);
  return { items, total, more, unread: rows.length - items.length };
}

/** A page's number; behind an `@` the team, or nothing where the account's own list is one of several. */
const cursorForm = /^([1-9]\d{0,6})(?:(@)([\da-f-]{36})?)?$/i;

/** The team whose list comes after a team's, or after the account's own. */
function teamAfter(team: string | undefined, { ids }: Teams): string | undefined {
  if (!team) return ids[0];
  const at = ids.indexOf(team);
  return at < 0 ? undefined : ids[at + 1];
}

/**
 * Pages have numbers, and come in an order of the server's own. An account's websites are one list, those of each of its
 * teams another: its own `includeTeams` leaves out those of teams that the account is only in.
 */
export async function list(
  server: Server,
  { search, per_page: size = 10, cursor = '1' }: InputOf<'websites.list'>,
  session: Session,
): Promise<ListOutput<Website>> {
  const [, number, isOneOfSeveral, team] = cursorForm.exec(cursor) ?? [];
  if (!number) throw new ApiError({ kind: 'rejected', fields: { cursor: ['Not a cursor of this list.'] } });
  const [{ items, ...page }, teams] = await Promise.all([
    readPage(server, { number: Number(number), team, search, size }, session),
    cursor === '1' || isOneOfSeveral ? teamsOf(server, session) : noTeams,
  ]);
  const mark = isOneOfSeveral || teams.ids.length ? '@' : '';
  const after = teamAfter(team, teams);
  const next = page.more ? `${Number(number) + 1}${mark}${team ?? ''}` : after && `1@${after}`;
  const unread = page.unread + teams.unread;
  // An empty page would be taken for the end.
  if (next && !items.length && !unread) return list(server, { search, per_page: size, cursor: next }, session);
  return {
    items,
    ...(page.total === undefined || mark ? {} : { total: page.total }),
    more: !!next,
    ...(next ? { next } : {}),
    ...(unread ? { unread } : {}),
  };
}

const missing = () => new ApiError({ kind: 'missing' });

/** A refusal with 401 may mean the key, or what was asked with it: resolves where the key is accepted, else rejects. */
export const checkKey = (server: Server, session: Session): Promise<unknown> =>
  readPage(server, { number: 1, size: 10 }, session);

/** The record; kind `missing` where there is none, or none that this account may see: 200 `null`, or 401. */
export async function show(server: Server, id: string, session: Session): Promise<Website> {
  if (!isUuid(id)) throw missing();
  const body = await ask(server, session, 'GET', `/websites/${id}`, { again: true }).catch(async (error) => {
    if (problemIn(error)?.kind !== 'auth') throw error;
    await checkKey(server, session);
    return null;
  });
  if (body === null || isDeleted(body)) throw missing();
  const website = websiteIn(body, server.pages(session.url));
  if (website?.id.toLowerCase() !== id.toLowerCase())
    throw shapeError(200, 'unreadable', describeShape(body, hiding(session.secrets)));
  return website;
}

/**
 * A write of one record. 500 without a word, and 401, are what it gives for a record that is gone, or another's: then the
 * record is looked for. Rejects with kind `missing` where it is gone, `forbidden` where it may not be written.
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
    return await ask(server, session, method, `/websites/${id}`, body ? { body } : {});
  } catch (error) {
    const problem = problemIn(error);
    if (problem?.kind !== 'auth' && problem?.status !== 500) throw error;
    const unseen = await show(server, id, session).then(() => undefined, problemIn);
    // That a list is missing tells nothing of its records.
    if (unseen?.kind === 'missing' && !unseen.code) throw missing();
    throw problem.kind === 'auth' && !unseen ? new ApiError({ ...problem, kind: 'forbidden' }) : error;
  }
}
