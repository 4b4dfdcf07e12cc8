import { decoded, isObject, own, toText } from '../coerce.ts';
import { ApiError } from '../errors.ts';
import { parseJson } from '../json.ts';
import { hiding, jsonAnswer, unreadable } from '../jsonAnswer.ts';
import type { Session } from '../session.ts';
import type { Prepared, Reply } from '../transport.ts';

export type Fields = Readonly<Record<string, string>>;

interface Way {
  mayRepeat?: true;
  list?: true;
}

/**
 * Makes the request that calls a method of Matomo's API. The key is a form field, because servers log addresses, and
 * Matomo accepts a key in a header only since version 5.4. Without `filter_limit`, Matomo silently cuts every list
 * after 100 rows, even within a bulk request.
 */
function prepare(session: Session, method: string, fields: Fields): Prepared {
  const headers = session.headers();
  headers.set('Content-Type', 'application/x-www-form-urlencoded');
  const always = { module: 'API', format: 'JSON', filter_limit: '-1' };
  const body = new URLSearchParams({ ...always, method, ...fields, token_auth: session.key });
  return { url: new URL(`${session.url}/index.php`), headers, body };
}

/** The header that Matomo adds to all its answers, including its pages. */
export const ownHeader = 'x-matomo-request-id';

/** Returns the service's error message if the answer is an error ('' if it has none), otherwise undefined. */
function errorIn(body: unknown, session: Session): string | undefined {
  if (!isObject(body) || own(body, 'result') !== 'error') return undefined;
  const said = own(body, 'message');
  // Decoded before the secrets are hidden, because the key may contain a character that Matomo has escaped.
  return toText(hiding(session.secrets)(decoded(toText(said, 2000) ?? '')), 300) ?? '';
}

export const versionMethod = 'API.getMatomoVersion';

/**
 * Resolves if Matomo accepts the key and the user may view a website; only then does Matomo report its version. If
 * Matomo refuses, rejects with kind `auth` or `forbidden`. (A 401 with a JSON error means missing rights: since version
 * 5, Matomo answers a rejected key with an HTML page.)
 */
export const checkKey = (session: Session): Promise<unknown> => ask(session, versionMethod, {}, { mayRepeat: true });

/**
 * Matches the methods that only a super user may call. Versions before 5 refuse other users with status 200, as for any
 * other error.
 */
const ofSuperUser = /\.(add|delete)Site$/;

/**
 * Whether a call was refused because the key's user lacks a right. An error status always means this. Status 200 means
 * this if only a super user may call the method and the user is not one.
 */
async function isNotAllowed({ status }: Reply, method: string, session: Session): Promise<boolean> {
  if (status >= 300) return true;
  if (!ofSuperUser.test(method)) return false;
  const all = await ask(session, 'UsersManager.hasSuperUserAccess', {}, { mayRepeat: true }).catch(() => undefined);
  return isObject(all) && own(all, 'value') === false;
}

/**
 * Converts an error message of Matomo to an ApiError. The message may be about invalid values, missing rights or a
 * rejected key.
 */
async function refusal(reply: Reply, said: string, method: string, session: Session): Promise<ApiError> {
  const problem = { status: reply.status, ...(said ? { message: said } : {}) };
  if (method === versionMethod) return new ApiError({ kind: reply.status < 300 ? 'auth' : 'forbidden', ...problem });
  if (!(await isNotAllowed(reply, method, session))) return new ApiError({ kind: 'rejected', ...problem });
  await checkKey(session);
  return new ApiError({ kind: 'forbidden', ...problem });
}

/**
 * Calls a method of Matomo's API. Rejects with ApiError. An error message with status 200 is kind `rejected`, unless
 * the message is about the key or the user's rights.
 */
export async function ask(session: Session, method: string, fields: Fields = {}, way: Way = {}): Promise<unknown> {
  const request = prepare(session, method, fields);
  const send = way.mayRepeat ? session.sendTwice : session.send;
  const reply = await send('POST', request, way.list ? 'list' : 'record');
  const body = parseJson(reply.text ?? '')?.value;
  const said = errorIn(body, session);
  if (said !== undefined && (reply.status < 300 || reply.status === 401 || reply.status === 403))
    throw await refusal(reply, said, method, session);
  // Matomo answers a refused key with a page that has this header. Without the header, the page may come from a login
  // wall.
  if (reply.status === 401 && reply.headers.has(ownHeader)) throw new ApiError({ kind: 'auth', status: 401 });
  const answer = jsonAnswer(reply, hiding(session.secrets), false, 'server');
  if (answer === undefined) throw unreadable(reply.status);
  return answer;
}

/**
 * Makes several reads in one request. Resolves to their answers in the same order, with undefined for each failed read.
 */
export async function askAll(
  session: Session,
  calls: readonly (readonly [method: string, fields: Fields])[],
): Promise<unknown[]> {
  const urls = calls.map(([method, fields], index) => [
    `urls[${index}]`,
    `${new URLSearchParams({ method, ...fields })}`,
  ]);
  const answers = await ask(session, 'API.getBulkRequest', Object.fromEntries(urls), { mayRepeat: true, list: true });
  // Matomo answers a rejected key with an empty list.
  if (Array.isArray(answers) && !answers.length) await checkKey(session);
  if (!Array.isArray(answers) || answers.length !== calls.length) throw unreadable();
  return answers.map((one) => (errorIn(one, session) === undefined ? one : undefined));
}
