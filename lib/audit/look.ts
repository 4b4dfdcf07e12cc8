import type { Tracker } from '../trackers/find.ts';
import type { Finding } from '../tracking/finding.ts';

/** The states of a registered site that can be judged by its page alone. */
const pageStates = ['missing', 'blocked', 'other', 'silent', 'elsewhere', 'file', 'unsure', 'tracking'] as const;

/**
 * missing: the page has no code. blocked: it has code that browsers do not run. other: its code reports elsewhere.
 * silent: no page was served. elsewhere: it sends its visitors to another site. file: the answer is not a web page.
 * unsure: what was served is inconclusive. tracking: the code is on the page.
 */
export type PageState = (typeof pageStates)[number];

/** The states of a registered site. They are stored as indexes, so add new ones at the end. */
export const siteStates = [...pageStates, 'quiet', 'counted'] as const;

/**
 * States that depend on visits as well. quiet: the page has the code, but no visits arrive. counted: it has no code,
 * yet visits arrive.
 */
export type SiteState = (typeof siteStates)[number];

export const worstFirst: readonly SiteState[] = [
  'missing',
  'blocked',
  'other',
  'quiet',
  'silent',
  'elsewhere',
  'file',
  'unsure',
  'counted',
  'tracking',
];

/** Returns the place of a state in `worstFirst`: 0 is the worst. */
export const rankOf = (state: SiteState): number => worstFirst.indexOf(state);

/** The state of a site, and when it was found (milliseconds since 1970). */
export interface PastState {
  at: number;
  state: SiteState;
}

/** The visits of a site, as the service reported them at the moment `at` (milliseconds since 1970), after the look. */
export interface Visits {
  at: number;
  /**
   * When the last visit arrived (milliseconds since 1970); null if none ever did. `last` and `week` are undefined if
   * they were not requested, or if the account may not see them.
   */
  last?: number | null;
  /** How many visits there were in the seven days before `at`. */
  week?: number;
  /** The state that follows from the visits together with the page. */
  is?: Exclude<SiteState, PageState>;
}

/** Why no page was served. Browsers do not say whether a name, a certificate or a connection failed. */
export type Silence = 'unreachable' | 'timeout' | 'refused' | 'server';
/** Whether no answer came at all. The site may be gone, or the network may be down. */
export const isUnanswered = (why: string | undefined): boolean => why === 'unreachable' || why === 'timeout';

/**
 * Why the served page is inconclusive. `bundle`: scripts of a framework may bring the code. `stopped`: no page was
 * read, because the worker stopped at each try.
 */
export type Doubt = 'shell' | 'bundle' | 'redirect' | 'refresh' | 'access' | 'stopped';

/** The findings about one site. `about` is text from the page or its server: a status, an address, a type, names. */
export interface SiteLook {
  state: PageState;
  why?: Silence | Doubt | Finding['kind'];
  about?: string;
  /** Other services that count visits there. */
  trackers: readonly Tracker[];
  /** Present if the service reports visits. Earlier versions of Waymark ignore this and show the page's state. */
  visits?: Visits;
}

/** Returns the state of a site, judged by its page and by the visits that its service counts. */
export const stateOf = ({ state, visits }: Pick<SiteLook, 'state' | 'visits'>): SiteState => visits?.is ?? state;

/** Whether the site's server answered. An `unsure` look without a reason failed on our side, without an answer. */
export const hasAnswered = ({ state, why }: SiteLook): boolean =>
  !isUnanswered(why) && why !== 'access' && why !== 'stopped' && (state !== 'unsure' || why !== undefined);

/** The longest `about` (characters). */
export const maxAbout = 200;

export const isSiteState = (value: unknown): value is SiteState => siteStates.includes(value as SiteState);

const isPageState = (value: unknown): value is PageState => pageStates.includes(value as PageState);

const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= maxAbout;

/** Whether a value has the form of a look from `judge`, which never contains visits. */
export function isSiteLook(value: unknown): value is SiteLook {
  const { state, why = '', about = '', trackers } = (value ?? {}) as Record<keyof SiteLook, unknown>;
  const isTracker = ({ name, is, ids }: Partial<Tracker>) =>
    isShort(name) && isShort(is) && Array.isArray(ids) && ids.length <= 3;
  return (
    isPageState(state) &&
    isShort(why) &&
    isShort(about) &&
    Array.isArray(trackers) &&
    trackers.length <= 100 &&
    trackers.every((one) => isTracker((one ?? {}) as Partial<Tracker>))
  );
}
