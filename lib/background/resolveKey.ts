import { originOf } from '../connections/address.ts';
import { isShared, keyFor } from './keys.ts';

/** What was typed for each service, or waits from before the page was reloaded. */
export interface TypedKeys {
  analytics?: string;
  seo?: string;
}

/** A key to be stored for a service; undefined where there is none for this address's origin. */
export type Chosen = { key: string; shared?: boolean } | undefined;

/** The analytics service's key: the one typed, else the one stored for this address's origin. */
export async function chooseAnalytics(id: string, url: string, typed: TypedKeys): Promise<Chosen> {
  const key = typed.analytics ?? (await keyFor(id, 'analytics', url));
  return key ? { key } : undefined;
}

/**
 * The SEO service's key: its own where there is one, else the one typed for both. An analytics key that is only stored
 * serves the SEO service too where both have one origin.
 */
export async function chooseSeo(
  id: string,
  urls: { analytics: string; seo: string },
  typed: TypedKeys,
): Promise<Chosen> {
  if (typed.seo) return { key: typed.seo };
  const stored = await keyFor(id, 'seo', urls.seo);
  const shared = await isShared(id, 'seo');
  if (stored && !shared) return { key: stored };
  if (typed.analytics) return { key: typed.analytics, shared: true };
  if (stored) return { key: stored, shared };
  const key = originOf(urls.seo) === originOf(urls.analytics) && (await keyFor(id, 'analytics', urls.analytics));
  return key ? { key, shared: true } : undefined;
}
