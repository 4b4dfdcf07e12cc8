import type { Session } from '../session.ts';
import type { Prepared } from '../transport.ts';
import type { Endpoint } from './endpoints.ts';

/** The validated input of an operation. */
export type RequestFields = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * Adds fields to a query or a form, and returns it. A list becomes one text with an entry per line. Leaves out empty
 * values, except empty lists if `clears` is set.
 */
function encode(fields: RequestFields, into: URLSearchParams, clears?: true): URLSearchParams {
  for (const [name, value] of Object.entries(fields)) {
    const isList = typeof value === 'object';
    const sent = isList
      ? value
          .map((line) => line.trim())
          .filter(Boolean)
          .join('\n')
      : String(value);
    if (sent || (isList && clears)) into.set(name, sent);
  }
  return into;
}

const present = (input: RequestFields): RequestFields =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** Returns the request for an operation. The input overrides fields that are also in the cursor. */
export function prepareRequest(endpoint: Endpoint, input: RequestFields, session: Session): Prepared {
  const headers = session.headers();
  headers.set('Authorization', `Bearer ${session.key}`);
  const { cursor, ...rest } = { ...endpoint.defaults, ...present(input) };
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const path = inPath.reduce(
    (all, name) => all.replace(`{${name}}`, () => encodeURIComponent(String(rest[name]))),
    endpoint.path,
  );
  const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => !inPath.includes(name)));
  const url = new URL(session.url + path);
  if (endpoint.method === 'GET') {
    url.search = encode(fields, new URLSearchParams(String(cursor ?? ''))).toString();
    return { url, headers };
  }
  const body = encode(fields, new URLSearchParams(), endpoint.clears);
  if (!body.size) return { url, headers };
  headers.set('Content-Type', 'application/x-www-form-urlencoded');
  return { url, headers, body };
}
