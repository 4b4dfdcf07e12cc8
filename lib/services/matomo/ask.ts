import { decoded, isObject, own, toText } from '../coerce.ts';
import { ApiError } from '../errors.ts';
import { parseJson } from '../json.ts';
import { hiding, jsonAnswer, shapeError } from '../jsonAnswer.ts';
import type { Session } from '../session.ts';
import type { Prepared, Reply } from '../transport.ts';

export type Fields = Readonly<Record<string, string>>;

interface Way {
  /** Whether the request may be sent twice. */
  again?: true;
  list?: true;
}

/**
 * Prepares a request with the key as a form field, because servers log addresses, and Matomo reads a header only from
 * 5.4 on. Sets `filter_limit`, because otherwise Matomo cuts every list after 100 rows without notice, also within a
 * bulk request.
 */
function prepare(session: Session, method: string, fields: Fields): Prepared {
  const headers = session.headers();
  headers.set('Content-Type', 'application/x-www-form-urlencoded');
  const always = { module: 'API', format: 'JSON', filter_limit: '-1' };
  const body = new URLSearchParams({ ...always, method, ...fields, token_auth: session.key });
  return { url: new URL(`${session.url}/index.php`), headers, body };
}

/** Returns the error message of an answer, in the service's own words, or undefined if it is not an error. */
function errorIn(body: unknown, session: Session): string | undefined {
  if (!isObject(body) || own(body, 'result') !== 'error') return undefined;
  const said = own(body, 'message');
  // Secrets are removed after entities are decoded, because a key may contain an escaped character.
  return toText(hiding(session.secrets)(decoded(toText(said, 2000) ?? '')), 300) ?? '';
}

export const versionMethod = 'API.getMatomoVersion';

/**
 * Resolves if the key is accepted and may view something, because only such a key may ask for the version. Otherwise
 * rejects with kind `auth` or `forbidden`. Since version 5, Matomo answers a rejected key by a page, so a JSON error
 * with status 401 is about rights.
 */
export const checkKey = (session: Session): Promise<unknown> => ask(session, versionMethod, {}, { again: true });

/** Methods that only a super user may call; before version 5 their refusal has status 200 like any other error. */
const ofSuperUser = /\.(add|delete)Site$/;

/** Whether the key's user lacks the right: by the status, or by asking whether the user is a super user. */
async function isNotAllowed({ status }: Reply, method: string, session: Session): Promise<boolean> {
  if (status >= 300) return true;
  if (!ofSuperUser.test(method)) return false;
  const all = await ask(session, 'UsersManager.hasSuperUserAccess', {}, { again: true }).catch(() => undefined);
  return isObject(all) && own(all, 'value') === false;
}

/**
 * Returns the problem of an error message. Matomo uses such messages for values, missing rights and rejected keys
 * alike.
 */
async function refusal(reply: Reply, said: string, method: string, session: Session): Promise<ApiError> {
  const problem = { status: reply.status, ...(said ? { message: said } : {}) };
  if (method === versionMethod) return new ApiError({ kind: reply.status < 300 ? 'auth' : 'forbidden', ...problem });
  if (!(await isNotAllowed(reply, method, session))) return new ApiError({ kind: 'rejected', ...problem });
  await checkKey(session);
  return new ApiError({ kind: 'forbidden', ...problem });
}

/**
 * Calls a method of the interface. Rejects with ApiError; an error with status 200 is kind `rejected`, with the
 * service's words.
 */
export async function ask(session: Session, method: string, fields: Fields = {}, way: Way = {}): Promise<unknown> {
  const request = prepare(session, method, fields);
  const send = way.again ? session.sendTwice : session.send;
  const reply = await send('POST', request, way.list ? 'list' : 'record');
  const body = parseJson(reply.text ?? '')?.value;
  const said = errorIn(body, session);
  if (said !== undefined && (reply.status < 300 || reply.status === 401 || reply.status === 403))
    throw await refusal(reply, said, method, session);
  // The answer to a refused key may be a page instead of JSON.
  if (reply.status === 401 && !isObject(body)) throw new ApiError({ kind: 'auth', status: 401 });
  const answer = jsonAnswer(reply, hiding(session.secrets), false, 'server');
  if (answer === undefined) throw shapeError(reply.status, 'unreadable', 'nothing');
  return answer;
}

/** Makes several reads in one request; resolves to their answers in order, undefined for those that failed. */
export async function askAll(
  session: Session,
  calls: readonly (readonly [method: string, fields: Fields])[],
): Promise<unknown[]> {
  const urls = calls.map(([method, fields], index) => [
    `urls[${index}]`,
    `${new URLSearchParams({ method, ...fields })}`,
  ]);
  const answers = await ask(session, 'API.getBulkRequest', Object.fromEntries(urls), { again: true, list: true });
  // With a rejected key, the list looks empty.
  if (Array.isArray(answers) && !answers.length) await checkKey(session);
  if (!Array.isArray(answers) || answers.length !== calls.length) throw shapeError(200, 'unreadable');
  return answers.map((one) => (errorIn(one, session) === undefined ? one : undefined));
}
