import { checkLogin } from './credentials.ts';
import { ApiError, type ProblemKind } from './errors.ts';

/** A request to which any HTTP method can be applied. */
export interface Prepared {
  url: URL;
  headers: Headers;
  body?: URLSearchParams | string;
}

/**
 * A complete answer. `text`: its body. Undefined if the body is larger than allowed, or if the body of a refusal could
 * not be read to its end.
 */
export interface Reply {
  status: number;
  headers: Headers;
  text: string | undefined;
}

/**
 * The limits of an exchange. `cancel`: a signal that cancels it. `timeout`: how long it may take after the request is
 * sent (milliseconds).
 */
export interface Bounds {
  cancel: AbortSignal | undefined;
  timeout: number;
}

type Fetch = typeof globalThis.fetch;
type Within = <T>(promise: Promise<T>) => Promise<T>;

const problem = (kind: ProblemKind) => new ApiError({ kind });

/**
 * Reads a response's body. Returns undefined if it is longer than `maxBytes`. Rejects if the time is up or the
 * connection breaks.
 */
async function readBody(response: Response, maxBytes: number, within: Within): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await within(reader.read());
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > maxBytes) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    // Stops the transfer of a body that is too large. Does nothing if the body is complete.
    reader.cancel().catch(() => {});
  }
}

const isRedirect = ({ type, status, redirected }: Response) =>
  type === 'opaqueredirect' || redirected || (status >= 300 && status < 400);

/**
 * Converts the error of a failed request to an ApiError of kind `cancelled`, `timeout` or, for any other reason,
 * `network`. Drops the original message, because it may contain the address. Returns an ApiError unchanged.
 */
export function transportError(error: unknown, cancel: AbortSignal | undefined, timeout: AbortSignal): ApiError {
  if (error instanceof ApiError) return error;
  if (cancel?.aborted) return problem('cancelled');
  return problem(timeout.aborted ? 'timeout' : 'network');
}

/**
 * Sends a request and reads at most `maxBytes` of its answer. Follows no redirect, sends no cookie and caches nothing.
 * Calls `begin` right before sending. Sends nothing if no time is left or the request is already cancelled. Rejects
 * with ApiError: `redirect`, `network`, `timeout` or `cancelled`, or `auth` if a proxy has refused a user and password.
 */
export async function exchange(
  send: Fetch,
  method: string,
  { url, headers, body }: Prepared,
  { cancel, timeout: time }: Bounds,
  maxBytes: number,
  begin = () => {},
): Promise<Reply> {
  if (time <= 0) throw problem('timeout');
  const timeout = AbortSignal.timeout(time);
  const signal = AbortSignal.any([timeout, ...(cancel ? [cancel] : [])]);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {});
  // Does not wait for a `fetch` or a body that ignores the signal.
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  const within: Within = (promise) => Promise.race([ended, promise]);
  try {
    signal.throwIfAborted();
    begin();
    const response = await within(
      send(url.href, {
        method,
        headers,
        ...(body ? { body } : {}),
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        mode: 'cors',
        signal,
      }),
    );
    checkLogin(headers, response);
    if (isRedirect(response)) {
      response.body?.cancel().catch(() => {});
      throw new ApiError({ kind: 'redirect', ...(response.status ? { status: response.status } : {}) });
    }
    const text = await readBody(response, maxBytes, within).catch((error: unknown) => {
      // If the body of a refusal cannot be read, its status is enough.
      if (response.ok || cancel?.aborted) throw error;
      return undefined;
    });
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    throw transportError(error, cancel, timeout);
  }
}
