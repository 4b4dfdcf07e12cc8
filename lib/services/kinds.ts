import type { ServiceKind } from './kind.ts';
import type { RateLimit } from './rateLimit.ts';
import type { Kind } from './traits.ts';
import { limit, origin } from './umamiCloud/limit.ts';

/**
 * The kinds, each loaded only when a connection needs it. Of several that `identify` recognises, the first is used; the
 * default kind comes last.
 */
export const kinds: Readonly<Record<Kind, () => Promise<{ kind: ServiceKind }>>> = {
  analyticsV1: () => import('./analyticsV1/index.ts'),
  umami: () => import('./umami/index.ts'),
  umamiCloud: () => import('./umamiCloud/index.ts'),
  matomo: () => import('./matomo/index.ts'),
};

/** Facts about a service that follow from its origin alone: its kind, and the rate limit that it never states. */
export const knownServices: Readonly<Record<string, { kind: Kind; limit: Pick<RateLimit, 'limit' | 'window'> }>> = {
  [origin]: { kind: 'umamiCloud', limit },
};
