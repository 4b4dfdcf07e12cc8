import { type ApiError, type Problem, unknownCursor } from '../errors.ts';
import { find } from '../find.ts';
import { jsonAnswer, methodStatuses, unreadable, wallStatuses } from '../jsonAnswer.ts';
import type { Perform, Recognition, ServiceKind } from '../kind.ts';
import type { OutputOf } from '../operations.ts';
import type { Session } from '../session.ts';
import type { Reply } from '../transport.ts';
import { isCursor } from './cursor.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { prepareRequest, type RequestFields } from './request.ts';
import { readResponse } from './response.ts';

/**
 * Carries out an operation with one request. Repeats a read after a temporary failure. If the service refuses the
 * method, tries the operation's other method, if there is one.
 */
async function perform(endpoint: Endpoint, fields: RequestFields, session: Session): Promise<unknown> {
  const { method, otherMethod, choices, answer } = endpoint;
  if (typeof fields.cursor === 'string' && !isCursor(fields.cursor, choices ?? {})) throw unknownCursor();
  const request = prepareRequest(endpoint, fields, session);
  const as = answer.as === 'list' ? 'list' : 'record';
  const first = await (method === 'GET' ? session.sendTwice(method, request, as) : session.send(method, request, as));
  const isRefused = otherMethod && methodStatuses.includes(first.status);
  const reply = isRefused ? await session.send(otherMethod, request, as) : first;
  return readResponse(answer, reply, fields, { url: request.url, secrets: session.secrets });
}

const performing =
  <N extends keyof typeof endpoints>(name: N): Perform<N> =>
  (input, session) =>
    perform(endpoints[name], input as RequestFields, session) as Promise<OutputOf<N>>;

const create = performing('websites.create');

/**
 * Whether something other than a service of this kind has answered, such as a login wall. An answer that is too large
 * proves this only if it is HTML: a large JSON answer may be the list of a service that needs no key.
 */
const isElsewhere = ({ kind, code }: Problem, { headers }: Reply) =>
  code === 'too-large'
    ? /html/i.test(headers.get('content-type') ?? '')
    : kind === 'missing' || kind === 'shape' || code === 'html';

/**
 * Whether an answer to a request without a key comes from a service of this kind. True for a refusal (401 or 403) with
 * a message in JSON, as such services usually send it. Throws if something else has certainly answered, for example
 * with an HTML page. Otherwise `maybe`.
 */
function isItsAnswer(reply: Reply): Recognition {
  let body: unknown;
  try {
    body = jsonAnswer(reply, String, true);
  } catch (error) {
    const { problem } = error as ApiError;
    if (isElsewhere(problem, reply)) throw error;
    return (wallStatuses.includes(reply.status) && problem.message !== undefined) || 'maybe';
  }
  if (typeof body !== 'object') throw unreadable(reply.status);
  return 'maybe';
}

/** The default kind: services with the API described in assets/guide/development.md under "The interface". */
export const kind: ServiceKind = {
  operations: {
    'websites.list': performing('websites.list'),
    'websites.find': (input, { call }) => find(input, (query) => call('websites.list', query)),
    'websites.show': performing('websites.show'),
    // Removes the id that Waymark has chosen, because these services choose their own.
    'websites.create': ({ id: _, ...input }, session) => create(input, session),
    'websites.update': performing('websites.update'),
    'websites.delete': performing('websites.delete'),
    'projects.list': performing('projects.list'),
    'projects.delete': performing('projects.delete'),
  },
  async identify(_url, ask, service) {
    const { path } = endpoints[service === 'seo' ? 'projects.list' : 'websites.list'];
    return isItsAnswer(await ask('GET', path));
  },
};
