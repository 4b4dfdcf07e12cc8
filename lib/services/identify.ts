import type { CallOptions } from './connection.ts';
import { ApiError } from './errors.ts';
import { kinds } from './kinds.ts';
import { checkedUrl } from './session.ts';
import type { Kind } from './traits.ts';
import { exchange, type Reply } from './transport.ts';

const time = 15_000;
const maxBytes = 64 * 1024;

/** An answer that leads elsewhere tells of no kind. */
const elsewhere: Reply = { status: 302, headers: new Headers(), text: undefined };

/**
 * Which kind of service answers at an address (with its sub-path, as it is connected): asked without a key, in a request
 * or two for each kind until one is recognised. Undefined where what answers is none that is known, or leads elsewhere.
 * Rejects with ApiError: `setup` where the address cannot be used, `network`, `timeout` or `cancelled` where nothing answers.
 */
export async function identify(address: string, options: CallOptions = {}): Promise<Kind | undefined> {
  const url = checkedUrl(address);
  const bounds = { cancel: options.signal, timeout: AbortSignal.timeout(time) };
  const fetch = options.fetch ?? globalThis.fetch;
  const ask = (method: string, path: string, body?: URLSearchParams) =>
    exchange(
      fetch,
      method,
      { url: new URL(url + path), headers: new Headers({ Accept: 'application/json' }), ...(body ? { body } : {}) },
      bounds,
      maxBytes,
    ).catch((error: unknown) => {
      if (error instanceof ApiError && error.problem.kind === 'redirect') return elsewhere;
      throw error;
    });
  for (const [name, load] of Object.entries(kinds))
    if (await (await load()).kind.identify(url, ask)) return name as Kind;
  return undefined;
}
