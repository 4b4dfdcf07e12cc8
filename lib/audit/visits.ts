import { countsFor, quietAfter } from '../tracking/visits.ts';
import type { PageState, PastState, SiteLook, SiteState, Visits } from './look.ts';

const day = 86_400_000;
/** How long a website may go without a visit after it was registered or its code was placed (milliseconds). */
const settlingTime = 2 * day;

/** The facts besides the visits that decide the state of a site. */
export interface Before {
  /** The states of the site in earlier checks, oldest first. */
  line: readonly PastState[];
  /** When it was registered (milliseconds since 1970). */
  created?: number | undefined;
  /** Whether the website has other hosts, from which its visits may come. */
  sharesVisits?: boolean;
}

type States = ReadonlySet<SiteState>;
/** States in which the code can count visits. */
const working: States = new Set(['tracking', 'quiet']);
/**
 * States in which the code may have worked for a while between two checks, though it is blocked or reports elsewhere
 * now.
 */
const withCode: States = new Set([...working, 'blocked', 'other']);
const withoutCode: States = new Set(['missing', 'counted']);

/** Whether a site whose code works now may have no visit yet, because the site or its code is new. */
function isSettling({ line, created = Number.NEGATIVE_INFINITY }: Before, now: number): boolean {
  const conclusive = line.filter(({ state }) => state !== 'unsure');
  const lastWithout = conclusive.findLastIndex(({ state }) => !working.has(state));
  // If every check has found the code, it was there before the first one.
  const found = lastWithout < 0 ? created : (conclusive[lastWithout + 1]?.at ?? now);
  return now - Math.max(created, found) < settlingTime;
}

/**
 * Whether the last visit proves that a site without code is counted nevertheless. If an earlier check has found code,
 * open pages and caches go on sending visits for a while after its removal, so only later visits prove it.
 */
function isCounted(last: number, { line, sharesVisits }: Before, now: number): boolean {
  if (sharesVisits) return false;
  const ofCode = line.filter(({ state }) => withCode.has(state) || withoutCode.has(state));
  if (!ofCode.length) return now - last < countsFor;
  const lastWith = ofCode.findLastIndex(({ state }) => withCode.has(state));
  const firstWithout = ofCode[lastWith + 1];
  if (!firstWithout || now - last >= quietAfter) return false;
  const isProved = ofCode.at(-1)?.state === 'counted';
  return isProved || last > firstWithout.at + (lastWith < 0 ? 0 : countsFor);
}

/** Whether a visit came in the seven days before the service reported these visits. */
export const hasRecentVisit = ({ at, last, week = 0 }: Visits): boolean =>
  week > 0 || (typeof last === 'number' && at - last < quietAfter);

/**
 * Returns the state that follows from the visits together with the page, or undefined if the visits do not change it.
 */
export function stateByVisits(state: PageState, visits: Visits, before: Before): Visits['is'] | undefined {
  const { at, last } = visits;
  if (last === undefined) return undefined;
  if (state === 'missing') return last !== null && isCounted(last, before, at) ? 'counted' : undefined;
  return state === 'tracking' && !hasRecentVisit(visits) && !isSettling(before, at) ? 'quiet' : undefined;
}

/**
 * Adds to what a check found in a site's page (`look`) the visits that the service counts, and the state that follows
 * from both.
 */
export function lookWithVisits(look: SiteLook, { is: _, ...visits }: Visits, before: Before): SiteLook {
  const is = stateByVisits(look.state, visits, before);
  return { ...look, visits: { ...visits, ...(is ? { is } : {}) } };
}

/** Whether a site's state depends on the moment of its last visit. False while the visits of the week are unknown. */
const needsLast = (state: PageState, week: number | undefined): boolean =>
  week !== undefined &&
  (state === 'unsure' || (state === 'tracking' && week === 0) || (state === 'missing' && week > 0));

/** A site of an audit whose visits are not known yet. */
export interface OpenSite {
  /** Its index in the audit. */
  at: number;
  id: string;
  state: PageState;
  /** Whether the service has reported its record just now. */
  isShown?: boolean;
}

/** The service's answers so far about the visits of websites. */
export interface Heard {
  /** The visits of the week by id; undefined for an id whose visits the account may not see. */
  weeks: ReadonlyMap<string, number | undefined>;
  lasts: ReadonlyMap<string, number | null | undefined>;
  /** Whether the service answers for all websites at once. */
  isOfAll?: boolean;
}

/** For how many websites the last visit is requested at once, from a service that answers for many in one request. */
const together = 20;

/**
 * Returns the next request, and the sites for which no further request is needed. The visits of the week are requested
 * for every site, the moment of the last visit only if it decides the state.
 */
export function nextQuestion(
  open: readonly OpenSite[],
  { weeks, lasts, isOfAll = false }: Heard,
): { settled: readonly OpenSite[]; ask: { ids: string[]; last?: true; week?: true; shown?: true } | undefined } {
  const isHeard = ({ id }: OpenSite) => isOfAll || weeks.has(id);
  const isLastWanted = ({ id, state }: OpenSite) => needsLast(state, weeks.get(id)) && !lasts.has(id);
  const wanting = open.filter((site) => isHeard(site) && isLastWanted(site));
  const settled = open.filter((site) => isHeard(site) && !isLastWanted(site));
  const [unheard] = open.filter((site) => !isHeard(site));
  // A website with several hosts has a site for each.
  const ids = [...new Set(wanting.map(({ id }) => id))].slice(0, isOfAll ? together : 1);
  // The service has just reported the visits of these websites, so they exist.
  if (ids.length) return { settled, ask: { ids, last: true, shown: true } };
  return { settled, ask: unheard && { ids: [unheard.id], week: true, ...(unheard.isShown ? { shown: true } : {}) } };
}
