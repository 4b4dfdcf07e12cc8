import type { Tracker } from '../trackers/find.ts';
import type { Finding } from '../tracking/finding.ts';

/** The states of a registered site, worst first. They are stored as indexes, so add new ones at the end. */
export const siteStates = ['missing', 'blocked', 'other', 'silent', 'elsewhere', 'file', 'unsure', 'tracking'] as const;

/**
 * missing: the page has no code. blocked: it has code that browsers do not run. other: its code reports elsewhere. silent: no
 * page was served. elsewhere: it sends its visitors to another site. file: the answer is not a web page. unsure: what was
 * served is inconclusive. tracking: the code is on the page.
 */
export type SiteState = (typeof siteStates)[number];

/** Why no page was served. Browsers do not say whether a name, a certificate or a connection failed. */
export type Silence = 'unreachable' | 'timeout' | 'refused' | 'server';
/** Whether no answer came at all: the site may be gone, or the network. */
export const isUnanswered = (why: string | undefined): boolean => why === 'unreachable' || why === 'timeout';

/**
 * Why what was served is inconclusive. `bundle`: scripts of a framework may bring the code; `stopped`: nothing was read, because
 * the worker stopped each time.
 */
export type Doubt = 'shell' | 'bundle' | 'redirect' | 'refresh' | 'access' | 'stopped';

/** What was found about one site. `about` is text from the page or its server: a status, an address, a type, names. */
export interface SiteLook {
  state: SiteState;
  why?: Silence | Doubt | Finding['kind'];
  about?: string;
  /** Other services that count visits there. */
  trackers: readonly Tracker[];
}

/** Whether the site's server answered. A look that failed has no reason. */
export const hasAnswered = ({ state, why }: SiteLook): boolean =>
  !isUnanswered(why) && why !== 'access' && why !== 'stopped' && (state !== 'unsure' || why !== undefined);

/** The longest `about` (characters). */
export const maxAbout = 200;

export const isSiteState = (value: unknown): value is SiteState => siteStates.includes(value as SiteState);

const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= maxAbout;

/** Whether a value has the form of a look from `judge`. */
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
