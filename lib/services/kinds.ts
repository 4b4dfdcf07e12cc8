import type { ServiceKind } from './kind.ts';
import type { RateLimit } from './rateLimit.ts';
import type { Kind } from './traits.ts';
import { limit, origin } from './umamiCloud/limit.ts';

/**
 * Loads the code for each kind of service when it is needed. The order matters: if several kinds are recognised,
 * `identify` returns the first in this table, and the default kind only if there is no other.
 */
export const kindLoaders: Readonly<Record<Kind, () => Promise<{ kind: ServiceKind }>>> = {
  analyticsV1: () => import('./analyticsV1/index.ts'),
  umami: () => import('./umami/index.ts'),
  umamiCloud: () => import('./umamiCloud/index.ts'),
  matomo: () => import('./matomo/index.ts'),
};

/**
 * Facts about some services that are known in advance, by origin: the kind, and a rate limit that the service never
 * states.
 */
export const knownServices: Readonly<Record<string, { kind: Kind; limit: Pick<RateLimit, 'limit' | 'window'> }>> = {
  [origin]: { kind: 'umamiCloud', limit },
};
