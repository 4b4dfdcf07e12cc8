import { ApiError, type ProblemCode } from '../errors.ts';
import type { Operation } from '../operations.ts';
import type { Connection } from '../types.ts';

/** A request, ready to be sent by any of its methods. */
export interface Prepared {
  url: URL;
  /** What no text may repeat: the key, and the values of the owner's own headers. */
  secrets: string[];
  headers: Headers;
  body?: URLSearchParams;
}

/** The fields of an operation's input, once checked. */
export type RequestFields = Readonly<Record<string, string | number | readonly string[] | undefined>>;

const setup = (code: ProblemCode) => new ApiError({ kind: 'setup', code });
const isLoopbackHost = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A service's address without a trailing slash, its sub-path kept. Throws kind `setup`, code `no-address` or
 * `bad-address`: none, not https (nor http to a loopback host), with a user, a query, a fragment or a `;`.
 */
export function checkedUrl(address: string | undefined): string {
  if (!address) throw setup('no-address');
  if (!URL.canParse(address)) throw setup('bad-address');
  const url = new URL(address);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost.includes(url.hostname));
  const extra = url.username || url.password || url.search || url.hash || url.pathname.includes(';');
  if (!isSafe || extra) throw setup('bad-address');
  return url.origin + url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
}

/** The key, if a header can carry it. Throws kind `setup`, code `no-key` or `bad-key`. */
function checkedKey(key: string | undefined): string {
  if (!key) throw setup('no-key');
  if (!/^[!-~]{1,4096}$/.test(key)) throw setup('bad-key');
  return key;
}

/** The owner's own headers under those of the interface. Throws kind `setup`, code `bad-headers`. */
function headersOf(own: Connection['headers'], key: string): Headers {
  let headers: Headers;
  try {
    headers = new Headers(own);
  } catch {
    throw setup('bad-headers');
  }
  headers.set('Accept', 'application/json');
  headers.set('Authorization', `Bearer ${key}`);
  headers.delete('Content-Type');
  return headers;
}

/** A shorter value is no secret, and may stand in any text. */
const minSecretLength = 8;

/** The fields as query or form: lists one per line, and nothing that is empty (unless it is a list that clears). */
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

/**
 * Builds the request of an operation (interface: Endpoints, Authentication). A cursor gives a list's query; what the
 * input says goes over it. Throws kind `setup` where the connection cannot be used.
 */
export function prepareRequest(operation: Operation, input: RequestFields, connection: Connection): Prepared {
  const serviceUrl = checkedUrl(connection.url);
  const key = checkedKey(connection.key);
  const headers = headersOf(connection.headers, key);
  const own = Object.values(connection.headers ?? {}).filter(({ length }) => length >= minSecretLength);
  const secrets = [key, ...own];
  const { cursor, ...rest } = { ...operation.defaults, ...present(input) };
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const path = inPath.reduce(
    (all, name) => all.replace(`{${name}}`, () => encodeURIComponent(String(rest[name]))),
    operation.path,
  );
  const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => !inPath.includes(name)));
  const url = new URL(serviceUrl + path);
  if (operation.method === 'GET') {
    url.search = encode(fields, new URLSearchParams(String(cursor ?? ''))).toString();
    return { url, secrets, headers };
  }
  const body = encode(fields, new URLSearchParams(), operation.clears);
  if (!body.size) return { url, secrets, headers };
  headers.set('Content-Type', 'application/x-www-form-urlencoded');
  return { url, secrets, headers, body };
}
