import { countsFor, quietAfter } from '../tracking/visits.ts';
import type { PageState, PastState, SiteLook, SiteState, Visits } from './look.ts';

const day = 86_400_000;
/** A website that was registered, or whose code was placed, less than this ago need not have a visit yet. */
const settlingTime = 2 * day;

/** What decides, beside the visits, how a site stands. */
export interface Before {
  /** How the site stood in the checks before, oldest first. */
  line: readonly PastState[];
  /** When it was registered (milliseconds since 1970). */
  created?: number | undefined;
}

const withCode: ReadonlySet<SiteState> = new Set(['tracking', 'quiet', 'blocked', 'other']);
const withoutCode: ReadonlySet<SiteState> = new Set(['missing', 'counted']);

/** What earlier checks have found of a site's code. What reports elsewhere or is blocked may have worked for some time. */
function codeBefore(line: readonly PastState[]) {
  const told = line.filter(({ state }) => withCode.has(state) || withoutCode.has(state));
  const last = told.findLastIndex(({ state }) => withoutCode.has(state));
  return {
    isTold: told.length > 0,
    /** The last check that found none, and the first that found some after it. */
    absentAt: told[last]?.at,
    foundAt: told[last + 1]?.at,
  };
}

/** Whether a site with code is too new to have visits, for what is known. */
function isNew({ line, created }: Before, now: number): boolean {
  const { absentAt, foundAt = now } = codeBefore(line);
  const isYoung = (since: number | undefined) => since !== undefined && now - since < settlingTime;
  return isYoung(created) || (absentAt !== undefined && isYoung(foundAt));
}

/**
 * Whether the last visit proves that a site without code is counted all the same. One that has lost its code has visits from
 * before, so that its last visit has to be later than the check that found no code.
 */
function isCounted(last: number, { line }: Before, now: number): boolean {
  const { isTold, absentAt, foundAt } = codeBefore(line);
  if (!isTold) return now - last < countsFor;
  return absentAt !== undefined && foundAt === undefined && last > absentAt && now - last < quietAfter;
}

/** Whether a visit came in the last seven days, for what the service has counted. */
export const hasRecentVisit = ({ at, last, week = 0 }: Visits): boolean =>
  week > 0 || (typeof last === 'number' && at - last < quietAfter);

/** The state that the visits make of what a page shows; undefined: they prove no other. */
export function stateByVisits(state: PageState, visits: Visits, before: Before): Visits['is'] | undefined {
  const { at, last } = visits;
  if (last === undefined) return undefined;
  if (state === 'missing') return last !== null && isCounted(last, before, at) ? 'counted' : undefined;
  return state === 'tracking' && !hasRecentVisit(visits) && !isNew(before, at) ? 'quiet' : undefined;
}

/** A look together with what the service counts. */
export function withVisits(look: SiteLook, { is: _, ...visits }: Visits, before: Before): SiteLook {
  const is = stateByVisits(look.state, visits, before);
  return { ...look, visits: { ...visits, ...(is ? { is } : {}) } };
}

/** Whether the moment of the last visit decides how a site stands, whose visits of the week are known. */
const needsLast = (state: PageState, week: number | undefined): boolean =>
  week !== undefined &&
  (state === 'unsure' || (state === 'tracking' && week === 0) || (state === 'missing' && week > 0));

/** A site whose visits are not known yet. */
export interface OpenSite {
  /** Its place in the audit. */
  at: number;
  id: string;
  state: PageState;
  /** Its record was reported just now. */
  isShown?: boolean;
}

/** What the service has said so far of the visits of websites. */
export interface Heard {
  /** Those of the week by id; undefined: that may not be known. */
  weeks: ReadonlyMap<string, number | undefined>;
  lasts: ReadonlyMap<string, number | null | undefined>;
  /** It answers for all websites at once. */
  isOfAll?: boolean;
}

/** How many last visits are asked for at once of a service that answers for many by one request. */
const together = 20;

/** What to ask next, and the sites of which nothing more is to be asked; each is asked for the week, and few for the last visit. */
export function nextQuestion(
  open: readonly OpenSite[],
  { weeks, lasts, isOfAll = false }: Heard,
): { settled: readonly OpenSite[]; ask: { ids: string[]; last?: true; week?: true; shown?: true } | undefined } {
  const isHeard = ({ id }: OpenSite) => isOfAll || weeks.has(id);
  const isLastWanted = ({ id, state }: OpenSite) => needsLast(state, weeks.get(id)) && !lasts.has(id);
  const wanting = open.filter((site) => isHeard(site) && isLastWanted(site));
  const settled = open.filter((site) => isHeard(site) && !isLastWanted(site));
  const [unheard] = open.filter((site) => !isHeard(site));
  const ids = wanting.slice(0, isOfAll ? together : 1).map(({ id }) => id);
  // The service has just told how many visits these have, so that it has them.
  if (ids.length) return { settled, ask: { ids, last: true, shown: true } };
  return { settled, ask: unheard && { ids: [unheard.id], week: true, ...(unheard.isShown ? { shown: true } : {}) } };
}
