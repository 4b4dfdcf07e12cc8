import { isSiteLook, type SiteLook, type SiteState, type Visits } from '@/lib/audit/look.ts';

/** A look that comes to this state. */
export function lookIn(state: SiteState, visits: Partial<Visits> = {}): SiteLook {
  const own: SiteLook | undefined = isOwn(state) ? { state, trackers: [] } : undefined;
  if (own) return Object.keys(visits).length ? { ...own, visits: { at: 0, ...visits } } : own;
  const is = state as NonNullable<Visits['is']>;
  return { state: is === 'quiet' ? 'tracking' : 'missing', trackers: [], visits: { at: 0, ...visits, is } };
}

const isOwn = (state: SiteState): state is SiteLook['state'] => isSiteLook({ state, trackers: [] });
