import type { Item, Job } from '../jobs/types.ts';
import type { Problem } from '../services/index.ts';
import { type SiteLook, type SiteState, stateOf, type Visits } from './look.ts';

/** The audit whose report is shown of an account: the last that has ended and was closed. Of jobs in the order of their start. */
export const reportedAudit = (jobs: readonly Job[], account: string): Job | undefined =>
  jobs.findLast((job) => job.kind === 'audit' && job.account === account && job.ended && !job.holdsAccess);

/** Changes with each site of a report that is looked at again, even if its state stays. */
export const versionOf = ({ id, run }: Job): string => `${id} ${run.ended}`;

/** Looking failed here, which says nothing of the site. */
const notLooked = ({ kind, code }: Problem): SiteLook => ({
  state: 'unsure',
  ...(kind === 'network' || code === 'no-answers' ? { why: 'unreachable' } : {}),
  ...(code === 'stopped' ? { why: code } : {}),
  trackers: [],
});

export interface Looked {
  item: Item;
  look: SiteLook;
}

/** The sites of a report with what was found; without those that were not looked at. */
export function lookedAt(items: readonly Item[]): Looked[] {
  const looked = new Set(items.flatMap(({ key, look }) => (look ? key : [])));
  return items.flatMap((item): Looked[] => {
    const { key, problem } = item;
    const look = item.look ?? (problem && !looked.has(key) ? notLooked(problem) : undefined);
    return look ? [{ item, look }] : [];
  });
}

/** How a site stood when it was last looked at. */
export interface Check {
  state: SiteState;
  /** When that was (milliseconds since 1970); 0: not known. */
  at: number;
  /** The id of the record for which it was looked at. */
  id?: string;
  visits?: Visits;
}

/** By host. */
export type Checks = ReadonlyMap<string, Check>;

/** Adds what some items of a report say, of which a site may have two: one that was looked at counts. */
export function addChecks(checks: Map<string, Check>, items: readonly Item[]): void {
  for (const { key, id, sent = 0, look, problem } of items) {
    if (!look && (!problem || checks.has(key))) continue;
    const state = look ? stateOf(look) : 'unsure';
    checks.set(key, { state, at: sent, ...(id ? { id } : {}), ...(look?.visits ? { visits: look.visits } : {}) });
  }
}
