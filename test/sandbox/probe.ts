import type { Sandbox } from './sandbox.ts';

export interface Ask {
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** One plain request to a sandbox with its key, redirects left alone: what the sandbox's own tests look through. */
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
