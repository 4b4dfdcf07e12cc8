import type { CallOptions } from './connection.ts';
import { ApiError } from './errors.ts';
import { kinds } from './kinds.ts';
import { checkedUrl } from './session.ts';
import type { Kind } from './traits.ts';
import { exchange, type Reply } from './transport.ts';

const time = 15_000;
const maxBytes = 64 * 1024;

/** Stands for a redirect, which no kind recognises. */
const elsewhere: Reply = { status: 302, headers: new Headers(), text: undefined };

/**
 * Detects the kind of service at an address (with its sub-path), without a key, by one or two requests for each kind until
 * one is recognised. Undefined if none is, or if the address redirects. Rejects with ApiError: `setup` if the address cannot
 * be used; `network`, `timeout` or `cancelled` if nothing answers.
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
