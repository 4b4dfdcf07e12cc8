import type { ServiceKind } from './kind.ts';
import type { RateLimit } from './rateLimit.ts';
import type { Kind } from './traits.ts';
import { limit, origin, pages } from './umamiCloud/limit.ts';

/**
 * Loads the code for each kind of service on demand. The order matters: if several kinds are recognised, `identify`
 * returns the first of them, and the default kind only if no other is recognised.
 */
export const kindLoaders: Readonly<Record<Kind, () => Promise<{ kind: ServiceKind }>>> = {
  analyticsV1: () => import('./analyticsV1/index.ts'),
  umami: () => import('./umami/index.ts'),
  umamiCloud: () => import('./umamiCloud/index.ts'),
  matomo: () => import('./matomo/index.ts'),
};

/** A service with a fixed address. */
interface KnownService {
  /** The service's kind, which therefore needs no detection. */
  kind: Kind;
  /** The rate limit, which the service never states. */
  limit?: Pick<RateLimit, 'limit' | 'window'>;
  /** The address of the API, if this address has only the service's pages. */
  api?: string;
}

/** The services with a fixed address, by origin. */
export const knownServices: Readonly<Record<string, KnownService>> = {
  [origin]: { kind: 'umamiCloud', limit },
  [pages]: { kind: 'umamiCloud', api: `${origin}/v1` },
};
