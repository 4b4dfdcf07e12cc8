import { picked } from '../util/picked.ts';
import { isFinal } from './retryPolicy.ts';
import { noCounts, resumed } from './state.ts';
import type { Item, Job } from './types.ts';

/** A person's choice for items with unknown outcome: `look` them up again, or `send` them again. */
type UnknownAct = 'look' | 'send';

const isTriedAgain = (job: Job, item: Item, unknown: UnknownAct | undefined): boolean =>
  unknown ? item.state === 'unknown' : item.state === 'skipped' || (item.state === 'failed' && !isFinal(job, item));

/** The fields that an item keeps when it runs again, besides its job, position and key. */
const kept = [
  'id',
  'from',
  'fields',
  'despiteUnknown',
  'before',
  'seen',
  'wanted',
  'overridden',
  'sent',
  'open',
  'create',
  'awaits',
];

/**
 * Returns an ended item in the state in which it runs again. If its answer was lost, it is looked up first, unless the
 * person chose `send`.
 */
function begunAgain(item: Item, unknown: UnknownAct | undefined): Item {
  const { job, at, key, lostAt, problem, state, unsent } = item;
  const again = { job, at, key, ...picked(item, kept) };
  if (unknown === 'send') return { ...again, resend: true, state: 'waiting' };
  const isLost = state === 'unknown' || (state === 'failed' && !unsent && problem?.code === 'unconfirmed');
  if (!isLost) return { ...again, state: 'waiting' };
  const looked = unknown ? { lookOnly: true as const } : {};
  return { ...again, ...(lostAt ? { lostAt } : {}), ...looked, state: 'sending' };
}

/**
 * Returns the changes with which a job retries its skipped items and those failed items that were not refused for good.
 * If `unknown` is given, it instead retries the items with unknown outcome, in the way that the person chose. An undo
 * that was overtaken (see `Job.overtaken`) retries nothing, unless the person chose `look`.
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
