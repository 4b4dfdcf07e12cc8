import type { Tracker } from '../trackers/find.ts';
import type { Finding } from '../tracking/detect.ts';

/** How a registered site stands, worst first; stored as its place here, so that a new one is added at the end. */
export const siteStates = ['missing', 'blocked', 'other', 'silent', 'elsewhere', 'file', 'unsure', 'tracking'] as const;

/**
 * missing: the page has no code. blocked: it has, and browsers do not run it. other: its code reports elsewhere. silent:
 * no page came. elsewhere: it sends its visitors to another site. file: what came is no web page. unsure: what was served
 * does not tell. tracking: the code is on the page.
 */
export type SiteState = (typeof siteStates)[number];

/** Why no page came. The browser does not say whether a name, a certificate or a connection failed. */
export type Silence = 'unreachable' | 'timeout' | 'refused' | 'server';
/** Why what was served does not tell. */
export type Doubt = 'manager' | 'consent' | 'shell' | 'redirect' | 'refresh' | 'access';

/** What was found about one site. `about` is text from the page or its server: a status, an address, a type, names. */
export interface SiteLook {
  state: SiteState;
  why?: Silence | Doubt | Finding['kind'];
  about?: string;
  /** Who else counts there. */
  trackers: readonly Tracker[];
}

/** The bound of `about` (characters). */
export const maxAbout = 200;

export const isSiteState = (value: unknown): value is SiteState => siteStates.includes(value as SiteState);

const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= maxAbout;

/** Whether a value is a look as `judge` gives it. */
export function isSiteLook(value: unknown): value is SiteLook {
  const { state, why = '', about = '', trackers } = (value ?? {}) as Record<keyof SiteLook, unknown>;
  const isTracker = ({ name, is, ids }: Partial<Tracker>) =>
    isShort(name) && isShort(is) && Array.isArray(ids) && ids.length <= 3;
  return (
    isSiteState(state) &&
    isShort(why) &&
    isShort(about) &&
    Array.isArray(trackers) &&
    trackers.length <= 100 &&
    trackers.every((one) => isTracker((one ?? {}) as Partial<Tracker>))
  );
}
