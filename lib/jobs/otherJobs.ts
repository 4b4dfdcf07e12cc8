import { hostOf } from '../hosts/hostOf.ts';
import { withoutWww } from '../hosts/variants.ts';
import { ofJob, openJobStore } from './database.ts';
import { writtenNames } from './overridden.ts';
import type { JobStep } from './state.ts';
import type { Item, Job } from './types.ts';
import { itemDeleted, itemReplaced, itemWanted } from './undo.ts';
import { all, put } from './write.ts';

/** Returns the host of an item's website without `www.`, because some services drop that prefix. */
const nameOf = ({ key }: Pick<Item, 'key'>): string => withoutWww(hostOf(key) ?? key);

/**
 * Returns a function that tells whether an item is for the same website as `one`. Compares ids or, if either is
 * missing, names.
 */
function isOfSame(one: Pick<Item, 'key' | 'id'>): (other: Item) => boolean {
  const name = nameOf(one);
  return (other) => (one.id && other.id ? other.id === one.id : !!name && nameOf(other) === name);
}

/** Whether a job can still be undone, or is itself an undo with items to send or retry. */
const canBeUndone = ({ undo, undoes, ended, counts: { failed, skipped } }: Job): boolean =>
  undo ? !ended || undo.items > 0 : !!undoes && (!ended || failed + skipped > 0);

/**
 * Applies `change` to items of other jobs that write to the same service as the job `by`. `meantIn`: returns the
 * function that selects a job's items, or false if none are to change.
 */
async function changeOthers(
  by: Job,
  meantIn: (job: Job) => ((item: Item) => boolean) | false,
  change: (job: Job, item: Item) => JobStep,
): Promise<void> {
  const store = (await openJobStore()).transaction(all, 'readwrite');
  for (const job of await store.objectStore('jobs').getAll()) {
    const isMeant = job.id !== by.id && job.serviceUrl === by.serviceUrl && meantIn(job);
    if (!isMeant) continue;
    let now: Job = job;
    const changed = (await store.objectStore('items').getAll(ofJob(job.id))).filter(isMeant).map((one) => {
      const step = change(now, one);
      now = step.job;
      return step.item;
    });
    if (changed.length) put(store, now, changed);
  }
  await store.done;
}

/**
 * Call this before a job (`by`) writes to a website. Marks the items of other jobs for the same website, so that
 * undoing those jobs does not reverse the write (see `itemWanted`). If both jobs are updates, marks only items that set
 * one of the same fields.
 */
export async function keepWanted(by: Job, item: Item): Promise<void> {
  if (by.kind === 'audit' || by.list) return;
  const isSame = isOfSame(item);
  const names = writtenNames(by, item);
  const meantIn = (job: Job) => {
    const isUpdate = by.kind === 'update' && job.kind === 'update';
    return (
      canBeUndone(job) &&
      ((one: Item) => isSame(one) && (!isUpdate || writtenNames(job, one).some((name) => names.includes(name))))
    );
  };
  await changeOthers(by, meantIn, (job, one) => itemWanted(job, one, Date.now()));
}

/**
 * Call this after a job (`by`) has deleted a website. The account's other jobs then stop offering the website's
 * generated password, and no longer count it in their undo.
 */
export async function forgetDeleted(by: Job, item: Item): Promise<void> {
  const meantIn = ({ account, secrets, undo }: Job) =>
    account === by.account &&
    !!(secrets || undo) &&
    // Also compares the names, because the service may have given the id to another website.
    ((one: Item) => one.id === item.id && nameOf(one) === nameOf(item) && !one.deleted);
  await changeOthers(by, meantIn, itemDeleted);
}

/**
 * Call this after a job (`by`) has changed a website's password. The account's earlier jobs then stop offering the
 * password that they generated for the website.
 */
export async function forgetReplaced(by: Job, item: Item): Promise<void> {
  const isSame = isOfSame(item);
  const meantIn = ({ account, secrets }: Job) =>
    account === by.account &&
    secrets > 0 &&
    ((one: Item) => !!one.secret && isSame(one) && (one.sent ?? 0) <= (item.sent ?? 0));
  await changeOthers(by, meantIn, itemReplaced);
}
