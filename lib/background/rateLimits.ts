import { originOf } from '../connections/address.ts';
import { rateLimitsNow } from '../jobs/watch.ts';
import { knownServices } from '../services/kinds.ts';
import { dateOf } from '../services/limitHeaders.ts';
import { noRateLimit, type RateLimit, requestSent, responseReceived, withoutWait } from '../services/rateLimit.ts';
import { get, set } from '../storage/settings.ts';

const limits = new Map<string, RateLimit>();
const limitOf = (origin: string): RateLimit =>
  limits.get(origin) ?? { ...noRateLimit, ...knownServices[origin]?.limit };
let restored: Promise<void> | undefined;
let writing = false;

/** How far the clock of each service is ahead of this computer's clock (milliseconds), by the service's origin. */
const clocks = new Map<string, number>();

/**
 * Returns the time by the clock of the service at this address (milliseconds since 1970) or, if that clock is unknown,
 * by this computer's clock.
 */
export const serviceTime = (serviceUrl: string): number => Date.now() + (clocks.get(originOf(serviceUrl)) ?? 0);

/** Reads the stored rate limits, only once if this succeeds. Never rejects, because requests can do without them. */
function restore(): Promise<void> {
  restored ??= get(rateLimitsNow).then(
    (stored) => {
      for (const [origin, limit] of Object.entries(stored)) if (!limits.has(origin)) limits.set(origin, limit);
    },
    () => {
      restored = undefined;
    },
  );
  return restored;
}

function record(origin: string, change: (limit: RateLimit) => RateLimit): void {
  limits.set(origin, change(limitOf(origin)));
  if (writing) return;
  writing = true;
  setTimeout(() => {
    writing = false;
    set(rateLimitsNow, Object.fromEntries(limits)).catch(() => {});
  }, 200);
}

/** Like `fetch`, but counts each request, and updates the service's rate limit from the answer's status and headers. */
export const countedFetch: typeof fetch = async (input, init) => {
  const { origin } = new URL(String(input));
  await restore();
  const sent = Date.now();
  record(origin, (limit) => requestSent(limit, sent));
  const response = await fetch(input, init);
  const { status, headers } = response;
  const header = (name: string) => headers.get(name);
  const date = dateOf(header);
  if (date) clocks.set(origin, date - Date.now());
  record(origin, (limit) => responseReceived(limit, status, header, Date.now(), sent));
  return response;
};

/** Changes the rate limit noted for the service at this address. */
export async function changeRateLimit(serviceUrl: string, change: (limit: RateLimit) => RateLimit): Promise<void> {
  await restore();
  record(originOf(serviceUrl), change);
}

/** Ends the wait that the service at this address has asked for, because a person wants a request to be sent now. */
export const endWait = (serviceUrl: string): Promise<void> => changeRateLimit(serviceUrl, withoutWait);

/** Forgets the rate limits of all services except those at these addresses. */
export async function dropOtherRateLimits(addresses: readonly string[]): Promise<void> {
  await restore();
  const kept = new Set(addresses.map(originOf));
  for (const origin of limits.keys()) if (!kept.has(origin)) limits.delete(origin);
  await set(rateLimitsNow, Object.fromEntries(limits)).catch(() => {});
}

/** Returns the rate limit of the service at this address, as learned from the service's answers. */
export async function rateLimitOf(serviceUrl: string): Promise<RateLimit> {
  await restore();
  return limitOf(originOf(serviceUrl));
}
