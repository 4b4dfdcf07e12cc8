import { picked } from '../util/picked.ts';
import { isFinal } from './retryPolicy.ts';
import { noCounts, resumed } from './state.ts';
import type { Item, Job } from './types.ts';

/** What a person wants for items with unknown outcome: another look-up (`look`), or a new request (`send`). */
type UnknownAct = 'look' | 'send';

const isTriedAgain = (job: Job, item: Item, unknown: UnknownAct | undefined): boolean =>
  unknown ? item.state === 'unknown' : item.state === 'skipped' || (item.state === 'failed' && !isFinal(job, item));

/** The fields that an item keeps when it runs again, besides those that identify the item (`job`, `at`, `key`). */
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
 * Makes an ended item ready to run again. If its answer was lost, Waymark first looks up the item's outcome, unless the
 * person wants to send the item at once.
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
 * Returns the job and the changed items after a person has pressed Retry. Skipped and failed items run again, except
 * those that were refused for good. With `unknown`, only items with unknown outcome run again. In an overtaken undo
 * (see `Job.overtaken`), items can only be looked up. `ended`: the ended items to choose from.
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
