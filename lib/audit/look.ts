import type { Tracker } from '../trackers/find.ts';
import type { Finding } from '../tracking/finding.ts';

/** The states of a registered site that can be judged from its page alone. */
const pageStates = ['missing', 'blocked', 'other', 'silent', 'elsewhere', 'file', 'unsure', 'tracking'] as const;

/**
 * The state of a site, judged by its page. `missing`: the page has no code. `blocked`: it has code that browsers do not
 * run. `other`: its code reports for another site, or to another or an invalid address. `silent`: the site sent no
 * page. `elsewhere`: the page sends its visitors to another site. `file`: the answer is not a web page. `unsure`: the
 * answer is not conclusive. `tracking`: the code is on the page.
 */
export type PageState = (typeof pageStates)[number];

/** All states of a registered site. They are stored by their index, so new states must be added at the end. */
export const siteStates = [...pageStates, 'quiet', 'counted'] as const;

/**
 * The state of a registered site, judged by its page and its visits. Two states depend on the visits. `quiet`: the page
 * has the code, but no visits arrive. `counted`: the page lacks the code, but visits arrive.
 */
export type SiteState = (typeof siteStates)[number];

/** All states of a registered site, the worst first. */
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

/** Returns the position of a state in `worstFirst`. 0 is the worst. */
export const rankOf = (state: SiteState): number => worstFirst.indexOf(state);

/** The state in which an audit found a site, and the time of the audit (milliseconds since 1970). */
export interface PastState {
  at: number;
  state: SiteState;
}

/**
 * The visits of a site, requested after its page was examined. `at`: when the service reported them (milliseconds since
 * 1970).
 */
export interface Visits {
  at: number;
  /**
   * When the last visit was recorded (milliseconds since 1970), or null if there never was one. `last` and `week` are
   * undefined if they were not requested, or if the account is not allowed to see them.
   */
  last?: number | null;
  /** The number of visits in the seven days before `at`. */
  week?: number;
  /** The site's state, if its visits change the state that the page shows (see `stateOf`). */
  is?: Exclude<SiteState, PageState>;
}

/**
 * Why a site sent no page. `unreachable`, `timeout`: no answer came; browsers do not tell whether the name, the
 * certificate or the connection failed. `server`: the HTTP status was 500 or more. `refused`: another HTTP error
 * status.
 */
export const silences = ['unreachable', 'timeout', 'refused', 'server'] as const;
export type Silence = (typeof silences)[number];
/** Whether a reason means that no answer came at all: the site is gone or too slow, or the network is down. */
export const isNoAnswer = (why: string | undefined): boolean => why === 'unreachable' || why === 'timeout';

/**
 * Why a page is not conclusive. `shell`: it has hardly any text before its scripts run, or it stands in for the site's
 * own page (see standIn.ts). `bundle`: a framework's scripts may add the code. `redirect`, `refresh`: it forwards
 * visitors. `access`: Waymark is not allowed to read it. `stopped`: it was not read, because the worker stopped each
 * time.
 */
export const doubts = ['shell', 'bundle', 'redirect', 'refresh', 'access', 'stopped'] as const;
export type Doubt = (typeof doubts)[number];

/**
 * The result of examining a site's page. `why`: the reason for the state. `about`: a text from the page or its server,
 * such as a status, an address, a content type or names.
 */
export interface SiteLook {
  state: PageState;
  why?: Silence | Doubt | Finding['kind'];
  about?: string;
  /** Other trackers, tag managers and consent tools on the page. */
  trackers: readonly Tracker[];
  /**
   * The site's visits, if the service reports them. They can change the site's state (see `stateOf`). Earlier versions
   * of Waymark ignore them.
   */
  visits?: Visits;
}

/** Returns the state of a site, judged by its page and, if they decide it, its visits. */
export const stateOf = ({ state, visits }: Pick<SiteLook, 'state' | 'visits'>): SiteState => visits?.is ?? state;

/**
 * Whether the site's server answered. False if no answer came, or if Waymark itself failed: with the reason `access` or
 * `stopped`, or with the state `unsure` and no reason.
 */
export const hasAnswered = ({ state, why }: SiteLook): boolean =>
  !isNoAnswer(why) && why !== 'access' && why !== 'stopped' && (state !== 'unsure' || why !== undefined);

/** The maximum length of `about` (characters). */
export const maxAbout = 200;

export const isSiteState = (value: unknown): value is SiteState => siteStates.includes(value as SiteState);

const isPageState = (value: unknown): value is PageState => pageStates.includes(value as PageState);

const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= maxAbout;

/**
 * Whether a value from a message has the form of a page's result (see `judgeOpen`). Does not check `visits`, which such
 * a result never contains.
 */
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
