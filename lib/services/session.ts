import { sleep } from '../util/sleep.ts';
import type { CallOptions, Connection } from './connection.ts';
import { retryAfter } from './errorResponse.ts';
import { ApiError, type ProblemCode } from './errors.ts';
import type { InputOf, OperationName, OutputOf } from './operations.ts';
import { type Bounds, exchange, type Prepared, type Reply } from './transport.ts';

/** The limits of a call: milliseconds in total and before a second try, bytes of a list's answer and of any other. */
export interface Limits {
  time: number;
  pause: number;
  list: number;
  record: number;
}

/** What a kind sends requests with: a validated connection, within one call's time. */
export interface Session {
  /** The service's address, without a trailing slash. */
  url: string;
  key: string;
  /** What no text may contain: the key, and the values of the owner's headers. */
  secrets: readonly string[];
  /** The headers of every request, in a new object each time: the owner's and `Accept`. */
  headers(): Headers;
  /** Sends once. Rejects with ApiError: `redirect`, `network`, `timeout` or `cancelled`. `as`: decides how large the answer may be. */
  send(method: string, request: Prepared, as?: 'list' | 'record'): Promise<Reply>;
  /** Sends, and once more after a temporary failure; only for requests that may be sent twice. */
  sendTwice(method: string, request: Prepared, as?: 'list' | 'record'): Promise<Reply>;
  /** Makes another call with the same connection, within its own time. */
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>;
}

const setup = (code: ProblemCode) => new ApiError({ kind: 'setup', code });
const isLoopbackHost = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A service's address with its sub-path, without a trailing slash. Throws kind `setup`, code `no-address` if there is none,
 * or `bad-address` if it is not https (or http to a loopback host), or has a user, a query, a fragment or a `;`.
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

/** The key, if it is valid in a header. Throws kind `setup`, code `no-key` or `bad-key`. */
function checkedKey(key: string | undefined): string {
  if (!key) throw setup('no-key');
  if (!/^[!-~]{1,4096}$/.test(key)) throw setup('bad-key');
  return key;
}

/** The owner's headers; ours override them. Throws kind `setup`, code `bad-headers`. */
function requestHeaders(own: Connection['headers']): Headers {
  let headers: Headers;
  try {
    headers = new Headers(own);
  } catch {
    throw setup('bad-headers');
  }
  headers.set('Accept', 'application/json');
  for (const name of ['Authorization', 'Content-Type']) headers.delete(name);
  return headers;
}

/** Shorter values are not treated as secrets, because they may occur in any text. */
const minSecretLength = 8;

const mayPass = [502, 503, 504];

/** Whether to try again at once: not if the service asks for more than a second. */
function isTransient(outcome: Reply | ApiError): boolean {
  if ('problem' in outcome) return outcome.problem.kind === 'network';
  return mayPass.includes(outcome.status) && (retryAfter(outcome.headers) ?? 0) <= 1;
}

/** Begins a call. Throws kind `setup` where the connection cannot be used. */
export function beginSession(
  { url, key, headers: own }: Connection,
  { fetch: given, signal }: CallOptions,
  limits: Limits,
  call: Session['call'],
): Session {
  const checked = { url: checkedUrl(url), key: checkedKey(key), headers: requestHeaders(own) };
  const bounds: Bounds = { cancel: signal, timeout: AbortSignal.timeout(limits.time) };
  // Called as a plain function: a browser's fetch must not be called as another object's method.
  const fetch = given ?? globalThis.fetch;
  const send: Session['send'] = (method, request, as = 'record') =>
    exchange(fetch, method, request, bounds, limits[as]);
  return {
    ...checked,
    secrets: [key, ...Object.values(own ?? {}).filter(({ length }) => length >= minSecretLength)],
    headers: () => new Headers(checked.headers),
    send,
    async sendTwice(...request) {
      const outcome = await send(...request).catch((error: ApiError) => error);
      if (isTransient(outcome)) return sleep(limits.pause, bounds.cancel, bounds.timeout).then(() => send(...request));
      if ('problem' in outcome) throw outcome;
      return outcome;
    },
    call,
  };
}
