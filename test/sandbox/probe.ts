import type { Sandbox } from './sandbox.ts';

export interface Ask {
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends one request to a sandbox with its key, and does not follow redirects. For the sandbox's own tests. */
export const ask = (
  on: Sandbox,
  method: string,
  path: string,
  { fields, headers, signal }: Ask = {},
): Promise<Response> =>
  fetch(on.url + path, {
    method,
    headers: { accept: 'application/json', authorization: `Bearer ${on.key}`, ...headers },
    redirect: 'manual',
    ...(fields && { body: new URLSearchParams(fields) }),
    ...(signal && { signal }),
  });
