import { isObject, own, toCount } from '../coerce.ts';
import { problemIn } from '../errors.ts';
import { momentOfHit, readReached } from '../hits.ts';
import { unreadable } from '../jsonAnswer.ts';
import type { InputOf } from '../operations.ts';
import type { Session } from '../session.ts';
import type { Hits } from '../types.ts';
import { ask, type Server } from './ask.ts';
import { isUuid } from './records.ts';
import { checkKey, show } from './server.ts';

const day = 86_400_000;
const atOnce = 2;

/**
 * Returns the time of the last visit (milliseconds since 1970): `endDate` of the reported range of dates, or `maxdate`
 * in Umami 2. Null if there was no visit; a server with ClickHouse then reports 1970. Undefined if the answer cannot be
 * read.
 */
function lastIn(range: Record<string, unknown>): number | null | undefined {
  const [end] = [own(range, 'endDate'), own(range, 'maxdate')].filter((one) => one !== undefined);
  if (end === null) return null;
  const at = typeof end === 'string' ? Date.parse(end) : Number.NaN;
  return at === 0 ? null : momentOfHit(at);
}

/** Returns the number of visits in a website's figures. In Umami 2, a figure is an object with a `value`. */
function visitsIn(figures: Record<string, unknown>): number | undefined {
  const visits = own(figures, 'visits');
  return toCount(isObject(visits) ? own(visits, 'value') : visits);
}

/** Returns the query for the time from seven days ago until tomorrow, because the server's clock may be ahead. */
function lastSevenDays(): Record<string, string> {
  const now = Date.now();
  return { startAt: String(now - 7 * day), endAt: String(now + day) };
}

/**
 * Reads the visits of websites with one or two requests for each, as far as the call's time allows. Returns only the id
 * of a website that is gone or hidden from the account. The server tells an administrator "no visits" even for an
 * unknown id, so a website without visits is looked up, unless the service has just reported it (`shown`).
 */
export async function hits(
  server: Server,
  { ids, last, week, shown }: InputOf<'websites.hits'>,
  session: Session,
): Promise<Hits[]> {
  let accepted: Promise<unknown> | undefined;
  const read = async (id: string, what: string, query?: Record<string, string>) => {
    const body = await ask(server, session, 'GET', `/websites/${id}/${what}`, { query, mayRepeat: true });
    if (isObject(body)) return body;
    throw unreadable();
  };
  const readOne = async (id: string): Promise<Hits> => {
    const at = last ? lastIn(await read(id, 'daterange')) : undefined;
    const visits = week ? visitsIn(await read(id, 'stats', lastSevenDays())) : undefined;
    const isNone = at === null || (!last && visits === 0);
    if (isNone && !shown) await show(server, id, session);
    return { id, ...(at === undefined ? {} : { last: at }), ...(visits === undefined ? {} : { week: visits }) };
  };
  return readReached(ids, atOnce, async (id) => {
    if (!isUuid(id)) return { id };
    try {
      return await readOne(id);
    } catch (error) {
      const { kind, code } = problemIn(error) ?? {};
      if (kind === 'missing' && !code) return { id };
      if (kind !== 'auth') throw error;
      // A 401 may mean that the website belongs to somebody else. So the key is checked.
      accepted ??= checkKey(server, session);
      await accepted;
      return { id };
    }
  });
}
