import { isObject, own } from '../coerce.ts';
import { hiding, jsonAnswer, unreadable } from '../jsonAnswer.ts';
import type { Session } from '../session.ts';
import type { Prepared } from '../transport.ts';

/**
 * How Umami servers differ. `api`, `pages`: return the address of the API or of the pages, given the service's address.
 * `authorize`: adds the key to a request's headers.
 */
export interface Server {
  api(url: string): string;
  pages(url: string): string;
  authorize(headers: Headers, key: string): void;
}

interface Sent {
  query?: Record<string, string> | undefined;
  body?: object | undefined;
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

/**
 * Sends a request, and resolves to the JSON of its answer. `mayRepeat`: the request may be sent twice. `list`: the
 * answer must be an object with an array in `data`. Rejects with ApiError, also if the answer has another form.
 */
export async function ask(
  server: Server,
  session: Session,
  method: string,
  path: string,
  sent: Sent & { mayRepeat?: true; list?: true } = {},
): Promise<unknown> {
  const send = sent.mayRepeat ? session.sendTwice : session.send;
  const reply = await send(method, prepare(server, session, path, sent), sent.list ? 'list' : 'record');
  const body = jsonAnswer(reply, hiding(session.secrets), sent.list === true, 'server');
  const isList = isObject(body) && Array.isArray(own(body, 'data'));
  if (body === undefined || (sent.list && !isList)) throw unreadable(reply.status);
  return body;
}
