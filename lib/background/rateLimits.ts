import { rateLimitsNow } from '../jobs/watch.ts';
import { noRateLimit, type RateLimit, requestSent, responseReceived } from '../services/rateLimit.ts';
import { get, set } from '../storage/settings.ts';

const paces = new Map<string, RateLimit>();
let restored: Promise<void> | undefined;
let writing = false;

/** A worker that begins again goes on with what the one before it knew. */
function restore(): Promise<void> {
  restored ??= get(rateLimitsNow).then((stored) => {
    for (const [origin, pace] of Object.entries(stored)) if (!paces.has(origin)) paces.set(origin, pace);
  });
  return restored;
}

function note(origin: string, change: (pace: RateLimit) => RateLimit): void {
  paces.set(origin, change(paces.get(origin) ?? noRateLimit));
  if (writing) return;
  writing = true;
  setTimeout(() => {
    writing = false;
    set(rateLimitsNow, Object.fromEntries(paces)).catch(() => {});
  }, 200);
}

/** `fetch`, noting what is sent to a service and what its answers say of its limit. */
export const countedFetch: typeof fetch = async (input, init) => {
  const { origin } = new URL(String(input));
  await restore();
  note(origin, (pace) => requestSent(pace, Date.now()));
  const response = await fetch(input, init);
  note(origin, (pace) => responseReceived(pace, response.status, (name) => response.headers.get(name), Date.now()));
  return response;
};

/** What is known of the limit of the service at an address. */
export async function rateLimitOf(serviceUrl: string): Promise<RateLimit> {
  await restore();
  return paces.get(new URL(serviceUrl).origin) ?? noRateLimit;
}
