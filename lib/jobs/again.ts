import { isFinal } from './retryPolicy.ts';
import { noCounts, resumed } from './state.ts';
import type { Item, Job } from './types.ts';

/** The choice of a person for items whose outcome is unknown. */
type UnknownAct = 'look' | 'send';

const isTriedAgain = (job: Job, item: Item, unknown: UnknownAct | undefined): boolean =>
  unknown ? item.state === 'unknown' : item.state === 'skipped' || (item.state === 'failed' && !isFinal(job, item));

/**
 * An ended item, ready to run again. If its answer was lost, it is looked up first, unless the person asked to send it
 * again.
 */
function begunAgain(item: Item, unknown: UnknownAct | undefined): Item {
  const {
    job,
    at,
    key,
    id,
    from,
    fields,
    before,
    seen,
    wanted,
    overridden,
    sent,
    open,
    create,
    lostAt,
    problem,
    state,
  } = item;
  const kept = Object.entries({ id, from, fields, before, seen, wanted, overridden, sent, open, create }).filter(
    ([, value]) => value !== undefined,
  );
  const again = { job, at, key, ...Object.fromEntries(kept) };
  if (unknown === 'send') return { ...again, resend: true, state: 'waiting' };
  const isLost = state === 'unknown' || (state === 'failed' && problem?.code === 'unconfirmed');
  if (!isLost) return { ...again, state: 'waiting' };
  const looked = unknown ? { lookOnly: true as const } : {};
  return { ...again, ...(lostAt ? { lostAt } : {}), ...looked, state: 'sending' };
}

/**
 * Retries skipped items, and failed items that were not refused for good; in an overtaken undo, nothing. With
 * `unknown`, instead looks up the items whose outcome is unknown, or sends them again.
 */
export function retried(
  job: Job,
  ended: readonly Item[],
  now: number,
  unknown?: UnknownAct,
): { job: Job; items: Item[] } {
  const isOver = job.overtaken && unknown !== 'look';
  const again = isOver ? [] : ended.filter((item) => isTriedAgain(job, item, unknown));
  const items = again.map((item) => begunAgain(item, unknown));
  if (!items.length) return { job, items };
  const counts = { ...noCounts, ...job.counts };
  for (const { state } of again) counts[state]--;
  for (const { state } of items) counts[state]++;
  const { ended: _, ...rest } = resumed({ ...job, state: 'running' }, now);
  return { job: { ...rest, counts, streak: 0, retried: now }, items };
}
