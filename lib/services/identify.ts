import { checkedUrl } from './analyticsV1/request.ts';
import { isObject, own, toText } from './coerce.ts';
import { ApiError } from './errors.ts';
import { parseJson } from './json.ts';
import { exchange } from './transport.ts';
import type { CallOptions, Kind } from './types.ts';

const time = 15_000;
const maxBytes = 64 * 1024;

/** How a service of `analyticsV1` turns away a list that is asked for without a key: 401 or 403, and a text in JSON. */
function isTurnedAway(status: number, text: string | undefined): boolean {
  const body = parseJson(text ?? '')?.value;
  if ((status !== 401 && status !== 403) || !isObject(body)) return false;
  return [own(body, 'message'), own(body, 'error')].some((said) => isObject(said) || toText(said) !== undefined);
}

/**
 * Which kind of service answers at an address (with its sub-path, without `/api/v1`): asked without a key, in one
 * request. Undefined where what answers is none that is known, or leads elsewhere. Rejects with ApiError: `setup` where
 * the address cannot be used, `network`, `timeout` or `cancelled` where nothing answers.
 */
export async function identify(address: string, options: CallOptions = {}): Promise<Kind | undefined> {
  const url = new URL(`${checkedUrl(address)}/api/v1/websites`);
  const bounds = { cancel: options.signal, timeout: AbortSignal.timeout(time) };
  const fetch = options.fetch ?? globalThis.fetch;
  const prepared = { url, secrets: [], headers: new Headers({ Accept: 'application/json' }) };
  try {
    const { status, text } = await exchange(fetch, 'GET', prepared, bounds, maxBytes);
    return isTurnedAway(status, text) ? 'analyticsV1' : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.problem.kind === 'redirect') return undefined;
    throw error;
  }
}
