import type { ServiceKind } from '../kind.ts';
import { umamiAt } from '../umami/kind.ts';
import { origin, pages } from './limit.ts';

/** Umami's cloud. It has the same address for everybody. */
export const kind: ServiceKind = {
  operations: umamiAt({
    api: (url) => `${new URL(url).origin}/v1`,
    pages: () => pages,
    authorize: (headers, key) => headers.set('x-umami-api-key', key),
  }),
  identify: async (url) => new URL(url).origin === origin,
};
