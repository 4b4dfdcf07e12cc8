import { mayCarryKey } from '../hosts/mayCarryKey.ts';
import { queueByKey } from '../util/queue.ts';
import { sleep } from '../util/sleep.ts';
import { toText } from './coerce.ts';
import type { CallOptions, Connection, Memory } from './connection.ts';
import { credentialsIn, passwordIn } from './credentials.ts';
import { retryAfter } from './errorResponse.ts';
import { ApiError, type ProblemCode } from './errors.ts';
import { phpMessageIn } from './json.ts';
import { hiding } from './jsonAnswer.ts';
import type { InputOf, OperationName, OutputOf } from './operations.ts';
import { exchange, type Prepared, type Reply, transportError } from './transport.ts';

/**
 * The limits of a call. In milliseconds: `time` for its requests, `wait` until they may be sent, `pause` before a
 * second try. In bytes: the answer with a `list`, and any other answer (`record`).
 */
export interface Limits {
  time: number;
  wait: number;
  pause: number;
  list: number;
  record: number;
}

/**
 * What a kind of service gets to send requests with, for the time of one call: a validated connection and the functions
 * below.
 */
export interface Session {
  /** The service's address, without a trailing slash. */
  url: string;
  key: string;
  /** Secrets that no text may contain: the key, and the values of the owner's headers. */
  secrets: readonly string[];
  /** Returns the headers of every request, in a new object each time: the owner's and `Accept`. */
  headers(): Headers;
  /**
   * Sends a request once, because it may change something. Rejects with ApiError: `redirect`, `network`, `timeout` or
   * `cancelled`. `as` decides how large the answer may be.
   */
  send(method: string, request: Prepared, as?: 'list' | 'record'): Promise<Reply>;
  /** Sends a request, and again after a temporary failure; only for requests that may be sent twice. */
  sendTwice(method: string, request: Prepared, as?: 'list' | 'record'): Promise<Reply>;
  memory: Memory;
  /** Makes another call with the same connection, within its own time. */
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>;
}

const setup = (code: ProblemCode) => new ApiError({ kind: 'setup', code });

/**
 * Returns a service's address with its sub-path, without a trailing slash. Throws kind `setup` with code `no-address`
 * if there is no address. The code is `bad-address` if the address is not https (or http to a loopback host), or has a
 * user, a query, a fragment or a `;`.
 */
export function checkedUrl(address: string | undefined): string {
  if (!address) throw setup('no-address');
  if (!URL.canParse(address)) throw setup('bad-address');
  const url = new URL(address);
  const extra = url.username || url.password || url.search || url.hash || url.pathname.includes(';');
  if (!mayCarryKey(url) || extra) throw setup('bad-address');
  return url.origin + url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
}

/** Returns the key, if it is valid in a header. Throws kind `setup`, code `no-key` or `bad-key`. */
function checkedKey(key: string | undefined): string {
  if (!key) throw setup('no-key');
  if (!/^[!-~]{1,4096}$/.test(key)) throw setup('bad-key');
  return key;
}

/**
 * Returns the owner's headers, overridden by ours. Throws kind `setup`, code `bad-headers`, or `key-header` if an
 * owner's header would take the key's place.
 */
function requestHeaders(own: Connection['headers'], basic: boolean): Headers {
  let headers: Headers;
  try {
    headers = new Headers(own);
  } catch {
    throw setup('bad-headers');
  }
  if (!basic && headers.has('Authorization')) throw setup('key-header');
  headers.set('Accept', 'application/json');
  headers.delete('Content-Type');
  return headers;
}

/** Shorter values, except passwords, are not treated as secrets, because they may occur in any text. */
const minSecretLength = 8;

/**
 * Returns the secrets from the owner's headers that no text may contain, also the parts of a user and password. Longer
 * texts come first.
 */
const secretsIn = (own: Connection['headers'] = {}): string[] =>
  Object.values(own).flatMap((value) => [
    ...[value, ...credentialsIn(value)].filter(({ length }) => length >= minSecretLength),
    ...[passwordIn(value)].filter(Boolean),
  ]);

const mayPass = [502, 503, 504];

/** Whether to try again at once: not if the service asks for a wait of more than a second. */
function isTransient(outcome: Reply | ApiError): boolean {
  if ('problem' in outcome) return outcome.problem.kind === 'network';
  return mayPass.includes(outcome.status) && (retryAfter(outcome.headers) ?? 0) <= 1;
}

/** The queues that let one request at a time pass, by the service's address. */
const inTurn = queueByKey();

/** Facts about the kind of a call's service, and a callback for when a request that may change something is sent. */
interface Way {
  oneAtATime: boolean;
  basic: boolean;
  onWrite(): void;
}

/**
 * Begins a call. Throws kind `setup` if the connection cannot be used. The time for the call's requests stands still
 * while a request waits for its turn.
 */
export function beginSession(
  { url, key, headers: own }: Connection,
  { fetch: given, signal: cancel, onPhpMessage, memory }: CallOptions & { memory: Memory },
  limits: Limits,
  call: Session['call'],
  { oneAtATime, basic, onWrite }: Way,
): Session {
  const checked = { url: checkedUrl(url), key: checkedKey(key), headers: requestHeaders(own, basic) };
  const secrets = [key, ...secretsIn(own)];
  // Called as a plain function: a browser's fetch must not be called as another object's method.
  const fetch = given ?? globalThis.fetch;
  const began = performance.now();
  let waited = 0;
  const timeLeft = () => Math.max(0, Math.ceil(began + waited + limits.time - performance.now()));

  async function sendInTurn(method: string, request: Prepared, as: 'list' | 'record', begin: () => void) {
    const since = performance.now();
    const sendNow = async () => {
      waited += performance.now() - since;
      const reply = await exchange(fetch, method, request, { cancel, timeout: timeLeft() }, limits[as], begin);
      const message = toText(phpMessageIn(reply.text ?? '', hiding(secrets)) ?? '', 300);
      if (message) onPhpMessage?.(message);
      return reply;
    };
    if (!oneAtATime) return sendNow();
    const late = AbortSignal.timeout(Math.max(0, Math.ceil(limits.wait - waited)));
    return inTurn(checked.url, sendNow, AbortSignal.any([late, ...(cancel ? [cancel] : [])])).catch((error) => {
      throw transportError(error, cancel, late);
    });
  }

  return {
    ...checked,
    secrets,
    memory,
    headers: () => new Headers(checked.headers),
    send: (method, request, as = 'record') => sendInTurn(method, request, as, onWrite),
    async sendTwice(method, request, as = 'record') {
      const send = () => sendInTurn(method, request, as, () => {});
      const outcome = await send().catch((error: ApiError) => error);
      if (isTransient(outcome)) {
        const late = AbortSignal.timeout(timeLeft());
        await sleep(limits.pause, cancel, late);
        // The timer may fire shortly before the clock shows that the time is up.
        if (late.aborted) throw transportError(late.reason, cancel, late);
        return send();
      }
      if ('problem' in outcome) throw outcome;
      return outcome;
    },
    call,
  };
}
