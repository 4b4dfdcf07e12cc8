import type { ServiceKind } from './kind.ts';
import type { Kind } from './traits.ts';

/** How each kind is asked, evaluated where a connection is of that kind: one line a folder, tried in this order by `identify`. */
export const kinds: Readonly<Record<Kind, () => Promise<{ kind: ServiceKind }>>> = {
  analyticsV1: () => import('./analyticsV1/index.ts'),
  umami: () => import('./umami/index.ts'),
  umamiCloud: () => import('./umamiCloud/index.ts'),
  matomo: () => import('./matomo/index.ts'),
};
