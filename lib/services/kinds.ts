import type { ServiceKind } from './kind.ts';
import type { RateLimit } from './rateLimit.ts';
import type { Kind } from './traits.ts';
import { limit, origin } from './umamiCloud/limit.ts';

/**
 * Loads the code for each kind of service when it is needed. The order matters: if several kinds are recognised,
 * `identify` returns the first of them. The default kind comes last.
 */
export const kindLoaders: Readonly<Record<Kind, () => Promise<{ kind: ServiceKind }>>> = {
  analyticsV1: () => import('./analyticsV1/index.ts'),
  umami: () => import('./umami/index.ts'),
  umamiCloud: () => import('./umamiCloud/index.ts'),
  matomo: () => import('./matomo/index.ts'),
};

/**
 * The services with a fixed address, by origin. Their kind is known without a request. `limit`: the rate limit, which
 * these services never state.
 */
export const knownServices: Readonly<Record<string, { kind: Kind; limit: Pick<RateLimit, 'limit' | 'window'> }>> = {
  [origin]: { kind: 'umamiCloud', limit },
};
