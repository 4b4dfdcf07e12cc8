import { ofJob, openJobStore } from './database.ts';
import type { Item, Job } from './types.ts';
import { itemDeleted } from './undo.ts';
import { all, put } from './write.ts';

/**
 * Called after a job (`by`) has deleted a website. Other jobs then no longer offer the website's generated password, nor
 * count the website in their undo.
 */
export async function forgetDeleted(by: Job, { id }: Item): Promise<void> {
  const store = (await openJobStore()).transaction(all, 'readwrite');
  for (const job of await store.objectStore('jobs').getAll()) {
    if (job.serviceUrl !== by.serviceUrl || !(job.secrets || job.undo)) continue;
    const items = await store.objectStore('items').getAll(ofJob(job.id));
    let now: Job = job;
    const changed = items
      .filter((one) => one.id === id && !one.deleted)
      .map((one) => {
        const step = itemDeleted(now, one);
        now = step.job;
        return step.item;
      });
    if (changed.length) put(store, now, changed);
    // The seed of the passwords is still needed if a website's outcome is unknown.
    if (job.secrets && job.ended && !now.secrets && !now.counts.unknown)
      void store.objectStore('secrets').delete(job.id);
  }
  await store.done;
}
