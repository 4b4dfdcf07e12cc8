import { isHour } from '../util/moments.ts';
import type { Finding } from './finding.ts';
import type { TrackingState, TrackingStatus } from './status.ts';

/**
 * Whether a browser leaves out its own visits to the open page's address; `blocked` if its storage cannot be reached
 * there.
 */
export type OwnVisits = 'counted' | 'excluded' | 'blocked';

/** The service's report of a website's visits. */
export interface LastVisit {
  /** When the last visit arrived (milliseconds since 1970); null if none ever did; undefined if unknown. */
  last?: number | null | undefined;
  /** The number of visits in the last seven days, if the service does not know when the last one arrived. */
  week?: number | undefined;
  /** When the service reported the visits (milliseconds since 1970). */
  at?: number | undefined;
  /** Whether the person waits for the next visit. */
  isAwaited?: boolean;
}

/** The visits to a page's site, as input besides the findings on the page. */
export interface Visited {
  visit: LastVisit;
  own?: OwnVisits | undefined;
}

/**
 * What is said about the visits. `age`: in milliseconds. `isHour`: whether the service may know only the hour. `quiet`:
 * no visit for this many days. `mine`: this browser's visits are not counted. `blocked`: this browser does not load the
 * tracking script.
 */
type Fact =
  | { is: 'last'; age: number; isHour?: true | undefined }
  | { is: 'week'; visits: number }
  | { is: 'quiet'; days: number }
  | { is: 'never' }
  | { is: 'mine' }
  | { is: 'blocked' };

/** How a registered site is tracked, judged by its page and its service. */
export interface VisitsSaid {
  /** The state by the page; `registered` if that state does not matter, because visits arrive. */
  state: TrackingState | 'registered';
  fact: Fact;
  tone: 'good' | 'warn' | 'muted';
}

const day = 86_400_000;
/** How long a site whose code works may go without a visit before a warning is due (milliseconds). */
export const quietAfter = 7 * day;
/** How recent a visit must be to show that a site is counted although its page has no code (milliseconds). */
export const countsFor = day;

const ageOf = ({ last, at = 0 }: LastVisit): number =>
  // The service's clock may be ahead of ours.
  typeof last === 'number' ? Math.max(0, at - last) : Number.POSITIVE_INFINITY;

/** Whether a visit came lately, so that nobody needs to wait for one. */
export const isVisited = (visit: LastVisit): boolean => !!visit.week || ageOf(visit) < quietAfter;

/** Why the person's own visit is not counted, judged by the findings on the page. */
const byFinding: Partial<Record<Finding['kind'], 'mine' | 'blocked'>> = { dnt: 'mine', missing: 'blocked' };

function hindranceIn({ findings }: TrackingStatus, own: OwnVisits | undefined): 'mine' | 'blocked' | undefined {
  if (own === 'excluded') return 'mine';
  return findings.map(({ kind }) => byFinding[kind]).find(Boolean);
}

/**
 * Returns the state `unplaced` instead of `missing` if the site has been visited lately: the visits come from other
 * pages, a server, or an app.
 */
export const statusWithVisit = (status: TrackingStatus, visit: LastVisit): TrackingStatus =>
  status.state === 'missing' && ageOf(visit) < countsFor ? { ...status, state: 'unplaced' } : status;

/** The state to show while visits arrive. */
const arriving: Partial<Record<TrackingState, VisitsSaid['state']>> = {
  tracking: 'tracking',
  missing: 'missing',
  unplaced: 'unplaced',
  unsure: 'registered',
  unseen: 'registered',
};

function lastFact(visit: LastVisit): Fact | undefined {
  const { last, week } = visit;
  if (typeof last === 'number') return { is: 'last', age: ageOf(visit), isHour: isHour(last) || undefined };
  if (last === null) return { is: 'never' };
  return week ? { is: 'week', visits: week } : undefined;
}

/**
 * Returns what to say about the visits of a registered site. Undefined if the service does not report visits, or if the
 * findings on the page say everything. A lack of visits is a warning only if the code is on the page.
 */
export function visitsSaid(status: TrackingStatus, { visit, own }: Visited): VisitsSaid | undefined {
  const { state } = statusWithVisit(status, visit);
  const seen = arriving[state];
  const fact = lastFact(visit);
  if (!seen || !fact) return undefined;
  // Without code, it is no news that there was no visit.
  if (state === 'missing') return fact.is === 'never' ? undefined : { state, fact, tone: 'warn' };
  if (isVisited(visit)) return { state: seen, fact, tone: 'good' };
  const hindrance = hindranceIn(status, own);
  // Own visits may be left out (`mine`) without the code on the page. A blocked script means that the code is there.
  const isFound = state === 'tracking' || hindrance !== 'mine';
  if (hindrance) return { state: isFound ? 'found' : state, fact: { is: hindrance }, tone: 'muted' };
  if (state !== 'tracking') return { state, fact, tone: 'muted' };
  const lack: Fact = fact.is === 'last' ? { is: 'quiet', days: Math.floor(fact.age / day) } : fact;
  return { state: 'found', fact: lack, tone: visit.isAwaited ? 'muted' : 'warn' };
}
