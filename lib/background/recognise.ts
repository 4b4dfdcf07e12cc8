import { hasAccess } from '../connections/permissions.ts';
import type { Service } from '../messages/commands.ts';
import { checkLogin } from '../services/credentials.ts';
import { ApiError, type Connection, kindToAsk } from '../services/index.ts';
import type { Kind } from '../services/traits.ts';
import { type ConnectionAddress, connections, get, update } from '../storage/settings.ts';
import { noteTested } from '../storage/untested.ts';
import { countedFetch } from './rateLimits.ts';

type OwnHeaders = Connection['headers'] | undefined;

/** Returns a `fetch` for requests without a key. It adds the headers that a proxy in front of the service requires. */
export const fetchWith =
  (own: OwnHeaders): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value);
    const response = await countedFetch(input, { ...init, headers });
    checkLogin(headers, response);
    return response;
  };

/** Stores the recognised kind in the connection whose analytics service has this account. */
export async function keepKind(account: string, kind: Kind): Promise<void> {
  const isMeant = (one: ConnectionAddress) => one.account === account && one.kind !== kind;
  const { list: all } = await get(connections);
  if (!all.some(isMeant)) return;
  await update(connections, ({ list, ...rest }) => ({
    ...rest,
    list: list.map((one) => (isMeant(one) ? { ...one, kind } : one)),
  }));
}

/**
 * Detects and stores the kind of a service that was saved without having answered. If it rejects with ApiError, nothing
 * was sent with the key.
 */
export async function recognise(
  service: Service,
  { url, headers, account }: { url: string; headers?: OwnHeaders; account: string },
  signal: AbortSignal | undefined,
): Promise<Kind> {
  if (!(await hasAccess([url]))) throw new ApiError({ kind: 'access', url });
  const options = { fetch: fetchWith(headers), ...(signal ? { signal } : {}) };
  const kind = await kindToAsk(url, service, options).catch((error: unknown) => {
    throw error instanceof ApiError ? new ApiError({ ...error.problem, unsent: true }) : error;
  });
  if (service === 'analytics') await keepKind(account, kind);
  await noteTested(account, true);
  return kind;
}
