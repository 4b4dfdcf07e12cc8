import { isVisited, provingAge, quietAfter } from '../tracking/visits.ts';
import type { PageState, PastState, SiteLook, SiteState, Visits } from './look.ts';

const day = 86_400_000;
/** How long a site may stay without visits after it was registered or its code was added (milliseconds). */
const settlingTime = 2 * day;

/** The facts known about a site before its visits are judged. */
export interface Before {
  /** The states in which earlier audits found the site, oldest first. */
  line: readonly PastState[];
  /** When the website was registered (milliseconds since 1970). */
  created?: number | undefined;
  /** Whether the website has other hosts, which its visits may come from. */
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

/** Whether a site with working code may simply have no visits yet, because the site or its code is new. */
function isSettling({ line, created = Number.NEGATIVE_INFINITY }: Before, now: number): boolean {
  const conclusive = line.filter(({ state }) => state !== 'unsure');
  const lastWithout = conclusive.findLastIndex(({ state }) => !working.has(state));
  // If every audit has found the code, only the website itself may be new.
  const found = lastWithout < 0 ? created : (conclusive[lastWithout + 1]?.at ?? now);
  return now - Math.max(created, found) < settlingTime;
}

/**
 * Whether the last visit (at the time `last`) proves that a site is counted although its page lacks the code. A visit
 * soon after the code was removed proves nothing (see `provingAge`), because it may come from an open page or a cache.
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

/** Returns the state of a site if its visits change the state of its page, otherwise undefined. */
export function stateByVisits(state: PageState, visits: Visits, before: Before): Visits['is'] | undefined {
  const { at, last } = visits;
  if (last === undefined) return undefined;
  if (state === 'missing') return last !== null && isCounted(last, before, at) ? 'counted' : undefined;
  return state === 'tracking' && !isVisited(visits) && !isSettling(before, at) ? 'quiet' : undefined;
}

/**
 * Returns a page's result (`look`) with the site's visits and, if the visits change the state, the new state (`is`).
 */
export function lookWithVisits(look: SiteLook, { is: _, ...visits }: Visits, before: Before): SiteLook {
  const is = stateByVisits(look.state, visits, before);
  return { ...look, visits: { ...visits, ...(is ? { is } : {}) } };
}

/**
 * Whether the time of a site's last visit must be requested. It decides the site's state or, if the site does not
 * answer, whether the site seems abandoned. The week's number of visits is not enough: if it is 0, there may still have
 * been visits of a kind that it leaves out. False until that number is known.
 */
const needsLast = (state: PageState, week: number | undefined): boolean =>
  week !== undefined &&
  (state === 'unsure' || (['tracking', 'silent'].includes(state) && week === 0) || (state === 'missing' && week > 0));

/** A site whose visits an audit still has to request. */
export interface OpenSite {
  /** The index of the site's item in the audit. */
  at: number;
  id: string;
  state: PageState;
  /** Whether the service has just reported the site's record. */
  isShown?: boolean;
}

/**
 * The service's answers so far about the visits of websites, by website id. `lasts`: the time of the last visit
 * (milliseconds since 1970), null if there never was one, undefined if the account is not allowed to see it.
 */
export interface Heard {
  /** The number of visits in the last seven days. Undefined if the account is not allowed to see it. */
  weeks: ReadonlyMap<string, number | undefined>;
  lasts: ReadonlyMap<string, number | null | undefined>;
  /** Whether the service answers for all websites in one request. */
  isOfAll?: boolean;
}

/**
 * How many websites' last visits are requested at once, if the service answers for all websites in one request.
 * Otherwise, only one is.
 */
const idsPerRequest = 20;

/**
 * Returns the next request for visits (`ask`), and the sites that need no more requests (`settled`). The request is
 * about the first of the remaining sites. The last visit is requested only where it matters (see `needsLast`).
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
  // `shown`: the service has just reported these websites, so they certainly exist.
  return { settled, ask: { ids, last: true, shown: true } };
}
