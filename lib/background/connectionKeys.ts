import { originOf } from '../connections/address.ts';
import { addressesOf } from '../connections/services.ts';
import { connections, get } from '../storage/settings.ts';
import { isShared, keyFor } from './keys.ts';

/** The key typed for each service, now or before the page was reloaded. */
export interface TypedKeys {
  analytics?: string;
  seo?: string;
  /** The analytics service's key, if it was typed for the SEO service's origin, too. */
  forBoth?: string;
}

/** A key to store for a service; undefined if none is bound to its address's origin. */
type ResolvedKey = { key: string; shared?: boolean } | undefined;

/** The analytics service's key: the one typed, else the one stored for this address's origin. */
export async function resolveAnalyticsKey(id: string, url: string, typed: TypedKeys): Promise<ResolvedKey> {
  const key = typed.analytics ?? (await keyFor(id, 'analytics', url));
  return key ? { key } : undefined;
}

/** Whether a key typed for the analytics service may be sent to the SEO address: not if that is part of another connection. */
async function mayBeForBoth(urls: { analytics: string; seo: string }): Promise<boolean> {
  const [analytics, seo] = [originOf(urls.analytics), originOf(urls.seo)];
  const origins = (await get(connections)).list.map((one) => addressesOf(one).map(originOf));
  const there = origins.filter((all) => all.includes(seo));
  return analytics === seo || !there.length || there.some((all) => all.includes(analytics));
}

/**
 * The SEO service's key: its own if there is one, else the one typed for both. A stored analytics key is used for the SEO
 * service only if both have the same origin.
 */
export async function resolveSeoKey(
  id: string,
  urls: { analytics: string; seo: string },
  typed: TypedKeys,
): Promise<ResolvedKey> {
  if (typed.seo) return { key: typed.seo };
  const stored = await keyFor(id, 'seo', urls.seo);
  const shared = await isShared(id, 'seo');
  if (stored && !shared) return { key: stored };
  if (typed.forBoth && (await mayBeForBoth(urls))) return { key: typed.forBoth, shared: true };
  if (stored) return { key: stored, shared: shared && !typed.analytics };
  const key = originOf(urls.seo) === originOf(urls.analytics) && (await keyFor(id, 'analytics', urls.analytics));
  return key ? { key, shared: true } : undefined;
}
