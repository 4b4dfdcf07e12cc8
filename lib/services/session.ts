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
 * The limits of a call. In milliseconds: `time` for all requests together, `wait` for all waits for a turn together,
 * `pause` before a second attempt. In bytes: `list` for an answer with a list, `record` for any other answer.
 */
export interface Limits {
  time: number;
  wait: number;
  pause: number;
  list: number;
  record: number;
}

/**
 * The validated connection of one call, and the functions with which the code of a kind of service sends the requests.
 */
export interface Session {
  /** The service's address, without a trailing slash. */
  url: string;
  key: string;
  /**
   * Secrets that must not appear in any text: the key, secrets in the connection's own headers, and the password that
   * the call sets.
   */
  secrets: readonly string[];
  /** Returns a new object with the headers for a request: the connection's own headers, and `Accept`. */
  headers(): Headers;
  /**
   * Sends a request that may change something, and never repeats it. Rejects with ApiError, as `exchange` does. `as`:
   * which of the two size limits applies to the answer (see `Limits`).
   */
  send(method: string, request: Prepared, as?: 'list' | 'record'): Promise<Reply>;
  /** Sends a request that changes nothing. Sends it a second time after a temporary failure. Otherwise like `send`. */
  sendTwice(method: string, request: Prepared, as?: 'list' | 'record'): Promise<Reply>;
  memory: Memory;
  /** Makes another call with the same connection, with its own time limit. */
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>;
}

const setup = (code: ProblemCode) => new ApiError({ kind: 'setup', code });

/**
 * Returns a service's address with its sub-path, without a trailing slash. Throws kind `setup` if the address cannot be
 * used. Code `no-address`: it is missing. Code `bad-address`: it is not https (or http to a loopback host), or has
 * user-info, a query, a fragment, or a `;` in its path.
 */
export function checkedUrl(address: string | undefined): string {
  if (!address) throw setup('no-address');
  if (!URL.canParse(address)) throw setup('bad-address');
  const url = new URL(address);
  const extra = url.username || url.password || url.search || url.hash || url.pathname.includes(';');
  if (!mayCarryKey(url) || extra) throw setup('bad-address');
  return url.origin + url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
}

function checkedKey(key: string | undefined): string {
  if (!key) throw setup('no-key');
  if (!/^[!-~]{1,4096}$/.test(key)) throw setup('bad-key');
  return key;
}

/**
 * Returns the headers for every request: the connection's own headers without `Content-Type`, and `Accept`. `basic`:
 * see `Traits`. Throws kind `setup`. Code `bad-headers`: a header is invalid. Code `key-header`: the connection has its
 * own `Authorization` header, but the service needs that header for its key.
 */
function requestHeaders(ownHeaders: Connection['headers'], basic: boolean): Headers {
  let headers: Headers;
  try {
    headers = new Headers(ownHeaders);
  } catch {
    throw setup('bad-headers');
  }
  if (!basic && headers.has('Authorization')) throw setup('key-header');
  headers.set('Accept', 'application/json');
  headers.delete('Content-Type');
  return headers;
}

/**
 * The shortest header value that counts as a secret (characters). A shorter value may occur in a text by chance, so
 * hiding it would garble texts. Passwords always count as secrets.
 */
const minSecretLength = 8;

const secretsIn = (ownHeaders: Connection['headers'] = {}): string[] =>
  Object.values(ownHeaders).flatMap((value) => [
    ...[value, ...credentialsIn(value)].filter(({ length }) => length >= minSecretLength),
    ...[passwordIn(value)].filter(Boolean),
  ]);

const mayPass = [502, 503, 504];

/**
 * Whether to send a request a second time: it failed with kind `network`, or the service answered 502, 503 or 504
 * without asking for a wait of more than a second.
 */
function isTransient(outcome: Reply | ApiError): boolean {
  if ('problem' in outcome) return outcome.problem.kind === 'network';
  return mayPass.includes(outcome.status) && (retryAfter(outcome.headers) ?? 0) <= 1;
}

/** A queue for each service's address, which lets one request through at a time. */
const inTurn = queueByKey();

/**
 * How a call sends its requests. For `oneAtATime`, see `ServiceKind`; for `basic`, see `Traits`. `password`: the
 * password that the call sets for a website. `onWrite`: called when a request that may change something is sent.
 */
interface Way {
  oneAtATime: boolean;
  basic: boolean;
  password: string | undefined;
  onWrite(): void;
}

/**
 * Begins a call, and returns its session. Throws kind `setup` if the connection cannot be used. Time that requests
 * spend waiting for their turn does not count towards the call's time limit.
 */
export function beginSession(
  { url, key, headers: ownHeaders }: Connection,
  { fetch: given, signal: cancel, onPhpMessage, memory }: CallOptions & { memory: Memory },
  limits: Limits,
  call: Session['call'],
  { oneAtATime, basic, password, onWrite }: Way,
): Session {
  const checked = { url: checkedUrl(url), key: checkedKey(key), headers: requestHeaders(ownHeaders, basic) };
  // A service may repeat the password in the text of a refusal, and jobs store such texts.
  const secrets = [key, ...secretsIn(ownHeaders), ...(password ? [password] : [])];
  // Stored in a variable, so that it is called as a plain function: a browser's `fetch` fails if called as another
  // object's method.
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
        // Needed because `late` may abort slightly before the clock shows that the time is up, and `send` would then
        // begin.
        if (late.aborted) throw transportError(late.reason, cancel, late);
        return send();
      }
      if ('problem' in outcome) throw outcome;
      return outcome;
    },
    call,
  };
}
