import type { Item, Job } from '../jobs/types.ts';
import type { Problem } from '../services/index.ts';
import { type SiteLook, type SiteState, stateOf, type Visits } from './look.ts';

/**
 * Returns the audit whose report is shown for an account: the latest one that has ended and given up its access to the
 * sites. `jobs`: all jobs, in the order in which they were started.
 */
export const reportedAudit = (jobs: readonly Job[], account: string): Job | undefined =>
  jobs.findLast((job) => job.kind === 'audit' && job.account === account && job.ended && !job.holdsAccess);

/** Returns a text that changes whenever a result in a report is replaced, even with a result with the same state. */
export const versionOf = ({ id, run }: Job): string => `${id} ${run.ended}`;

/** Returns the result for a site that could not be examined: `unsure`, with the reason if it is known. */
const notLooked = ({ kind, code }: Problem): SiteLook => ({
  state: 'unsure',
  ...(kind === 'network' || code === 'no-answers' ? { why: 'unreachable' } : {}),
  ...(code === 'stopped' ? { why: code } : {}),
  trackers: [],
});

/** An item of an audit that has a result, and this result. */
export interface Looked {
  item: Item;
  look: SiteLook;
}

/**
 * Returns the items of a report that have a result. An item that could not be examined counts as `unsure`, but is left
 * out if another item of the same site was examined.
 */
export function lookedAt(items: readonly Item[]): Looked[] {
  const looked = new Set(items.flatMap(({ key, look }) => (look ? key : [])));
  return items.flatMap((item): Looked[] => {
    const { key, problem } = item;
    const look = item.look ?? (problem && !looked.has(key) ? notLooked(problem) : undefined);
    return look ? [{ item, look }] : [];
  });
}

/** The latest known state of a site. */
export interface Check {
  state: SiteState;
  /** When the site was examined (milliseconds since 1970), or 0 if that is unknown. */
  at: number;
  /** The id of the site's record when the site was examined. */
  id?: string;
  visits?: Visits;
}

/** The latest known state of each site, by host. */
export type Checks = ReadonlyMap<string, Check>;

/** Adds the results of a report's items to the map `checks`. If a site has two items, uses the one with a result. */
export function addChecks(checks: Map<string, Check>, items: readonly Item[]): void {
  for (const { key, id, sent = 0, look, problem } of items) {
    if (!look && (!problem || checks.has(key))) continue;
    const state = look ? stateOf(look) : 'unsure';
    checks.set(key, { state, at: sent, ...(id ? { id } : {}), ...(look?.visits ? { visits: look.visits } : {}) });
  }
}
