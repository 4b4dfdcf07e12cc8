import { hasAccess } from '../connections/permissions.ts';
import type { Service } from '../messages/commands.ts';
import { checkLogin } from '../services/credentials.ts';
import { ApiError, type Connection, kindToAsk } from '../services/index.ts';
import type { Kind } from '../services/traits.ts';
import { changeConnections } from '../storage/settings.ts';
import { noteTested } from '../storage/untested.ts';
import { countedFetch } from './rateLimits.ts';

type OwnHeaders = Connection['headers'];

/**
 * Returns a `fetch` for requests without a key. It adds the headers that a person has added to the connection, such as
 * those for a proxy in front of the service.
 */
const fetchWith =
  (own: OwnHeaders): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value);
    const response = await countedFetch(input, { ...init, headers });
    checkLogin(headers, response);
    return response;
  };

/** Returns the options for requests that must not contain the key. */
export const keylessOptions = (headers: OwnHeaders, signal: AbortSignal | undefined) => ({
  fetch: fetchWith(headers),
  ...(signal ? { signal } : {}),
});

/** Stores the recognised kind in the connection whose analytics service has this account. */
export const keepKind = (account: string, kind: Kind): Promise<void> =>
  changeConnections(
    (one) => one.account === account && one.kind !== kind,
    (one) => ({ ...one, kind }),
  );

/**
 * Detects and stores the kind of a service that had not answered when it was saved. If it rejects with ApiError, the
 * key was not sent.
 */
export async function recognise(
  service: Service,
  { url, headers, account }: { url: string; headers?: OwnHeaders; account: string },
  signal: AbortSignal | undefined,
): Promise<Kind> {
  if (!(await hasAccess([url]))) throw new ApiError({ kind: 'access', url });
  const kind = await kindToAsk(url, service, keylessOptions(headers, signal)).catch((error: unknown) => {
    throw error instanceof ApiError ? new ApiError({ ...error.problem, unsent: true }) : error;
  });
  if (service === 'analytics') await keepKind(account, kind);
  await noteTested(account, true);
  return kind;
}
