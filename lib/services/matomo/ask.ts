import { queueByKey } from '../../util/queue.ts';
import { isObject, own, toText } from '../coerce.ts';
import { ApiError } from '../errors.ts';
import { parseJson } from '../json.ts';
import { hiding, jsonAnswer, shapeError } from '../jsonAnswer.ts';
import type { Session } from '../session.ts';
import type { Prepared, Reply } from '../transport.ts';
import { plainText } from './records.ts';

export type Fields = Readonly<Record<string, string>>;

interface Way {
  /** It may be sent twice. */
  again?: true;
  list?: true;
}

/** Each server is asked one thing at a time: it has few workers. */
const inTurn = queueByKey();

/** The key is a field of the form and nowhere else: in an address it would be logged, in a header not read before 5.4. */
function prepare(session: Session, method: string, fields: Fields): Prepared {
  const headers = session.headers();
  headers.set('Content-Type', 'application/x-www-form-urlencoded');
  const body = new URLSearchParams({ module: 'API', format: 'JSON', method, ...fields, token_auth: session.key });
  return { url: new URL(`${session.url}/index.php`), headers, body };
}

/** What a body says went wrong, in the service's own words. */
function errorIn(body: unknown, session: Session): string | undefined {
  if (!isObject(body) || own(body, 'result') !== 'error') return undefined;
  const said = own(body, 'message');
  // Hidden after the entities are read: a key may hold one of their signs.
  return toText(hiding(session.secrets)(plainText(said, 2000) ?? ''), 300) ?? '';
}

const versionMethod = 'API.getMatomoVersion';

/** Resolves where the key is accepted: whoever is nobody may not ask for the version. Rejects with kind `auth` where it is not. */
export const checkKey = (session: Session): Promise<unknown> => ask(session, versionMethod, {}, { again: true });

/** What only a super user may; before version 5 a refusal for want of that right is status 200, as any other. */
const ofSuperUser = /\.(add|delete)Site$/;

/** Whether it is the right that is wanting: 401 in JSON, or what it says of the key's user. */
async function isNotAllowed({ status }: Reply, method: string, session: Session): Promise<boolean> {
  if (status >= 300) return true;
  if (!ofSuperUser.test(method)) return false;
  const all = await ask(session, 'UsersManager.hasSuperUserAccess', {}, { again: true }).catch(() => undefined);
  return isObject(all) && own(all, 'value') === false;
}

/** What an error of its own is: it is said to a key that may not do this, and to one that is not accepted, too. */
async function refusal(reply: Reply, said: string, method: string, session: Session): Promise<ApiError> {
  const problem = { status: reply.status, ...(said ? { message: said } : {}) };
  if (method === versionMethod) return new ApiError({ kind: 'auth', ...problem });
  if (!(await isNotAllowed(reply, method, session))) return new ApiError({ kind: 'rejected', ...problem });
  await checkKey(session);
  return new ApiError({ kind: 'forbidden', ...problem });
}

/**
 * Calls a method of its interface. Rejects with ApiError; an error that comes with status 200 is kind `rejected`, with the
 * service's words.
 */
export async function ask(session: Session, method: string, fields: Fields = {}, way: Way = {}): Promise<unknown> {
  const request = prepare(session, method, fields);
  const send = way.again ? session.sendTwice : session.send;
  const reply = await inTurn(session.url, () => send('POST', request, way.list ? 'list' : 'record'));
  const body = parseJson(reply.text ?? '')?.value;
  const said = errorIn(body, session);
  if (said !== undefined && (reply.status < 300 || reply.status === 401 || reply.status === 403))
    throw await refusal(reply, said, method, session);
  const answer = jsonAnswer(reply, hiding(session.secrets), false, 'server');
  if (answer === undefined) throw shapeError(reply.status, 'unreadable', 'nothing');
  return answer;
}

/** Several reads in one request, answered in their order; what failed among them is undefined. */
export async function askAll(
  session: Session,
  calls: readonly (readonly [method: string, fields: Fields])[],
): Promise<unknown[]> {
  const urls = calls.map(([method, fields], index) => [
    `urls[${index}]`,
    `${new URLSearchParams({ method, ...fields })}`,
  ]);
  const answers = await ask(session, 'API.getBulkRequest', Object.fromEntries(urls), { again: true, list: true });
  // What is told to nobody looks like an empty list.
  if (Array.isArray(answers) && !answers.length) await checkKey(session);
  if (!Array.isArray(answers) || answers.length !== calls.length) throw shapeError(200, 'unreadable');
  return answers.map((one) => (errorIn(one, session) === undefined ? one : undefined));
}
