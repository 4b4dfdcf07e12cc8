import { isHour } from '../util/moments.ts';
import type { Finding } from './finding.ts';
import type { TrackingState, TrackingStatus } from './status.ts';

/**
 * Whether this browser's own visits to the open page's site are counted or left out. `blocked`: the browser's storage
 * for that site cannot be read or written.
 */
export type OwnVisits = 'counted' | 'excluded' | 'blocked';

/** What a service reports about the visits of a website. */
export interface VisitReport {
  /** When the last visit was recorded (milliseconds since 1970). Null if there never was one, undefined if unknown. */
  last?: number | null | undefined;
  /** The number of visits in the last seven days. Undefined if unknown. */
  week?: number | undefined;
  /** When the service reported the visits (milliseconds since 1970). */
  at?: number | undefined;
  /** Whether the person waits for a visit to arrive. */
  isAwaited?: boolean;
}

/** What is known about the visits to a page's site. `own`: whether this browser's own visits are counted, if known. */
export interface Visited {
  visit: VisitReport;
  own?: OwnVisits | undefined;
}

/**
 * The fact about a site's visits that the popup shows. `last`: the age of the last visit (milliseconds). With `isHour`,
 * only its hour is known. `week`: the number of visits in seven days. `quiet`: the number of days without a visit.
 * `never`: there never was a visit. `mine`: this browser's own visits are not counted. `blocked`: this browser does not
 * load the tracking script.
 */
type Fact =
  | { is: 'last'; age: number; isHour?: true | undefined }
  | { is: 'week'; visits: number }
  | { is: 'quiet'; days: number }
  | { is: 'never' }
  | { is: 'mine' }
  | { is: 'blocked' };

/** How a registered site is tracked, judged by both its page and its service. */
export interface VisitsSaid {
  /**
   * The state to show. `found`: the page has the code, but visits do not arrive. `registered`: visits arrive, but the
   * page proves nothing. Any other state comes from `TrackingStatus`.
   */
  state: TrackingState | 'registered';
  fact: Fact;
  tone: 'good' | 'warn' | 'muted';
}

const day = 86_400_000;
/** How long a site with working code may be without visits before the person is warned (milliseconds). */
export const quietAfter = 7 * day;
/** A visit that is no older than this proves that a site is counted although its page lacks the code (milliseconds). */
export const provingAge = day;

const ageOf = ({ last, at = 0 }: VisitReport): number =>
  // Never negative, although the service's clock may be ahead of this computer's.
  typeof last === 'number' ? Math.max(0, at - last) : Number.POSITIVE_INFINITY;

/** Whether the site was visited in the seven days before the service reported these visits. */
export const isVisited = (visit: VisitReport): boolean => !!visit.week || ageOf(visit) < quietAfter;

/** For each finding that explains why the person's own visits are not counted, the fact to show (see `Fact`). */
const byFinding: Partial<Record<Finding['kind'], 'mine' | 'blocked'>> = { dnt: 'mine', missing: 'blocked' };

function hindranceIn({ findings }: TrackingStatus, own: OwnVisits | undefined): 'mine' | 'blocked' | undefined {
  if (own === 'excluded') return 'mine';
  return findings.map(({ kind }) => byFinding[kind]).find(Boolean);
}

/**
 * Changes the status `missing` to `unplaced` if the last visit is recent (see `provingAge`). Such visits come from
 * other pages, a server, or an app. Do not use it for a record whose visits may be to another site (see
 * `sharesVisits`).
 */
export const statusWithVisit = (status: TrackingStatus, visit: VisitReport): TrackingStatus =>
  status.state === 'missing' && ageOf(visit) < provingAge ? { ...status, state: 'unplaced' } : status;

/**
 * For each state of the page, the state to show if visits arrive. In states that are missing here, visits are not
 * shown.
 */
const arriving: Partial<Record<TrackingState, VisitsSaid['state']>> = {
  tracking: 'tracking',
  missing: 'missing',
  unplaced: 'unplaced',
  unsure: 'registered',
  unseen: 'registered',
};

function lastFact(visit: VisitReport): Fact | undefined {
  const { last, week } = visit;
  if (typeof last === 'number') return { is: 'last', age: ageOf(visit), isHour: isHour(last) || undefined };
  if (last === null) return { is: 'never' };
  return week ? { is: 'week', visits: week } : undefined;
}

/**
 * Returns how a registered site is tracked, with a fact about its visits. `status`: from `statusWithVisit`. Undefined
 * if the service reports no visits, if this state shows no visits (see `arriving`), or if the code is missing and there
 * never was a visit.
 */
export function visitsSaid(status: TrackingStatus, { visit, own }: Visited): VisitsSaid | undefined {
  const { state } = status;
  const seen = arriving[state];
  const fact = lastFact(visit);
  if (!seen || !fact) return undefined;
  // If the code is missing, it is no surprise that there never was a visit, so nothing is said about it.
  if (state === 'missing') return fact.is === 'never' ? undefined : { state, fact, tone: 'warn' };
  if (isVisited(visit)) return { state: seen, fact, tone: 'good' };
  const hindrance = hindranceIn(status, own);
  // `blocked` proves that the page has the code, because it is this code whose script the browser did not load. `mine`
  // proves nothing about the page.
  const isFound = state === 'tracking' || hindrance !== 'mine';
  if (hindrance) return { state: isFound ? 'found' : state, fact: { is: hindrance }, tone: 'muted' };
  if (state !== 'tracking') return { state, fact, tone: 'muted' };
  const lack: Fact = fact.is === 'last' ? { is: 'quiet', days: Math.floor(fact.age / day) } : fact;
  return { state: 'found', fact: lack, tone: visit.isAwaited ? 'muted' : 'warn' };
}
