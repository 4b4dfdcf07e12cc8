import { hostOf } from '../hosts/hostOf.ts';
import { ofJob, openJobStore } from './database.ts';
import { writtenNames } from './overridden.ts';
import type { Item, Job } from './types.ts';
import { itemWanted } from './undo.ts';
import { all, put } from './write.ts';

/**
 * Returns a function that tells whether an item is for the same website as `one`. If either has no id, compares their
 * hosts.
 */
function isOfSame(one: Pick<Item, 'key' | 'id'>): (other: Item) => boolean {
  const host = hostOf(one.key) ?? one.key;
  return ({ key, registered = key, id }) =>
    one.id && id ? id === one.id : !!host && [key, registered].some((name) => (hostOf(name) ?? name) === host);
}

/** Whether a job can still be undone, or is an undo that still has items to send or retry. */
const canBeUndone = ({ undo, undoes, ended, counts: { failed, skipped } }: Job): boolean =>
  undo ? !ended || undo.items > 0 : !!undoes && (!ended || failed + skipped > 0);

/**
 * Called before a job (`by`) writes to a website. Marks the items of other jobs for this website, so that an undo of
 * those jobs does not reverse the write (see `itemWanted`). An update marks only updates of the same fields.
 */
export async function keepWanted(by: Job, item: Item): Promise<void> {
  if (by.kind === 'audit' || by.list) return;
  const isSame = isOfSame(item);
  const names = writtenNames(by, item);
  const store = (await openJobStore()).transaction(all, 'readwrite');
  for (const job of await store.objectStore('jobs').getAll()) {
    if (job.id === by.id || job.serviceUrl !== by.serviceUrl || !canBeUndone(job)) continue;
    const isUpdate = by.kind === 'update' && job.kind === 'update';
    const isMeant = (one: Item) =>
      isSame(one) && (!isUpdate || writtenNames(job, one).some((name) => names.includes(name)));
    const items = await store.objectStore('items').getAll(ofJob(job.id));
    let now: Job = job;
    const changed = items.filter(isMeant).map((one) => {
      const step = itemWanted(now, one, Date.now());
      now = step.job;
      return step.item;
    });
    if (changed.length) put(store, now, changed);
  }
  await store.done;
}
