import { isVisited, provingAge, quietAfter } from '../tracking/visits.ts';
import type { PageState, PastState, SiteLook, SiteState, Visits } from './look.ts';

const day = 86_400_000;
/** How long a site may have no visits after it was registered or its code was placed (milliseconds). */
const settlingTime = 2 * day;

/** The facts known about a site before its visits are judged. */
export interface Before {
  /** The states in which earlier audits found the site, oldest first. */
  line: readonly PastState[];
  /** When the website was registered (milliseconds since 1970). */
  created?: number | undefined;
  /** Whether the website has other hosts, from which its visits may come. */
  sharesVisits?: boolean;
}

type States = ReadonlySet<SiteState>;
const working: States = new Set(['tracking', 'quiet']);
/**
 * The states of a page with code. Includes code that is blocked or reports elsewhere now, because it may have counted
 * visits between two audits.
 */
const withCode: States = new Set([...working, 'blocked', 'other']);
const withoutCode: States = new Set(['missing', 'counted']);

/** Whether a site with working code may have no visits yet, because the site or its code is new. */
function isSettling({ line, created = Number.NEGATIVE_INFINITY }: Before, now: number): boolean {
  const conclusive = line.filter(({ state }) => state !== 'unsure');
  const lastWithout = conclusive.findLastIndex(({ state }) => !working.has(state));
  // If every audit has found the code, only the website itself can be new.
  const found = lastWithout < 0 ? created : (conclusive[lastWithout + 1]?.at ?? now);
  return now - Math.max(created, found) < settlingTime;
}

/**
 * Whether the last visit (at the time `last`) proves that a site is counted although its page has no code. Soon after
 * the code was removed, a visit proves nothing (see `provingAge`), because an open page or a cache may have sent it.
 */
function isCounted(last: number, { line, sharesVisits }: Before, now: number): boolean {
  if (sharesVisits) return false;
  const ofCode = line.filter(({ state }) => withCode.has(state) || withoutCode.has(state));
  if (!ofCode.length) return now - last < provingAge;
  const lastWith = ofCode.findLastIndex(({ state }) => withCode.has(state));
  const firstWithout = ofCode[lastWith + 1];
  if (!firstWithout || now - last >= quietAfter) return false;
  const isProved = ofCode.at(-1)?.state === 'counted';
  return isProved || last > firstWithout.at + (lastWith < 0 ? 0 : provingAge);
}

/** Returns the state that follows from a page's state and its visits. Undefined if the visits change nothing. */
export function stateByVisits(state: PageState, visits: Visits, before: Before): Visits['is'] | undefined {
  const { at, last } = visits;
  if (last === undefined) return undefined;
  if (state === 'missing') return last !== null && isCounted(last, before, at) ? 'counted' : undefined;
  return state === 'tracking' && !isVisited(visits) && !isSettling(before, at) ? 'quiet' : undefined;
}

/** Returns a page's result (`look`) with the site's visits and, if it follows from them, another state (`is`). */
export function lookWithVisits(look: SiteLook, { is: _, ...visits }: Visits, before: Before): SiteLook {
  const is = stateByVisits(look.state, visits, before);
  return { ...look, visits: { ...visits, ...(is ? { is } : {}) } };
}

/**
 * Whether the time of a site's last visit must be requested. It decides the site's state or, if the site does not
 * answer, whether the site seems abandoned. The number of visits in the week is not enough: if it is 0, the service may
 * have counted fewer kinds of visits. False until that number is known.
 */
const needsLast = (state: PageState, week: number | undefined): boolean =>
  week !== undefined &&
  (state === 'unsure' || (['tracking', 'silent'].includes(state) && week === 0) || (state === 'missing' && week > 0));

/** A site whose visits an audit has yet to request. */
export interface OpenSite {
  /** The index of the site's item in the audit. */
  at: number;
  id: string;
  state: PageState;
  /** Whether the service has just reported the site's record. */
  isShown?: boolean;
}

/**
 * The service's answers so far about the visits of websites, by website id. `lasts`: when the last visit was
 * (milliseconds since 1970), null if there never was one, undefined if the account is not allowed to see it.
 */
export interface Heard {
  /** The number of visits in the last seven days. Undefined if the account is not allowed to see it. */
  weeks: ReadonlyMap<string, number | undefined>;
  lasts: ReadonlyMap<string, number | null | undefined>;
  /** Whether the service answers for all websites at once. */
  isOfAll?: boolean;
}

/** The number of websites in one request for last visits, if the service answers for all at once. Otherwise it is 1. */
const idsPerRequest = 20;

/**
 * Returns the next request for visits (`ask`), and the sites that need no more requests (`settled`). The request is for
 * the first of the other sites. The last visit is requested only for sites for which it matters (see `needsLast`).
 */
export function nextQuestion(
  open: readonly OpenSite[],
  { weeks, lasts, isOfAll = false }: Heard,
): { settled: readonly OpenSite[]; ask: { ids: string[]; last?: true; week?: true; shown?: true } | undefined } {
  const isHeard = ({ id }: OpenSite) => isOfAll || weeks.has(id);
  const isSettled = (site: OpenSite) =>
    isHeard(site) && (lasts.has(site.id) || !needsLast(site.state, weeks.get(site.id)));
  const [settled, left] = [open.filter(isSettled), open.filter((site) => !isSettled(site))];
  const [first] = left;
  if (!first) return { settled, ask: undefined };
  if (!isHeard(first))
    return { settled, ask: { ids: [first.id], week: true, ...(first.isShown ? { shown: true } : {}) } };
  // A website with several hosts occurs once for each of them.
  const ids = [...new Set(left.map(({ id }) => id))].slice(0, isOfAll ? idsPerRequest : 1);
  // `shown`: the service has just reported the visits of these websites, which proves that they exist.
  return { settled, ask: { ids, last: true, shown: true } };
}
