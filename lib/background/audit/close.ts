import { addressesOf } from '../../audit/access.ts';
import { pastSite } from '../../audit/history.ts';
import { dropAccess } from '../../connections/permissions.ts';
import { allJobs, forgetJob, itemsOf, writeJob } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { keepAudit } from '../../storage/audits.ts';
import { connections, get } from '../../storage/settings.ts';

/** The access that looking at the sites took; what a service is asked with stays. */
async function giveBack(items: readonly Item[]): Promise<void> {
  const { list } = await get(connections);
  const kept = list.flatMap(({ analyticsUrl, seoUrl }) => [analyticsUrl, ...(seoUrl ? [seoUrl] : [])]);
  await dropAccess(addressesOf(items.map(({ key }) => key)), kept);
}

/**
 * What is left to do once an audit has ended: it is kept for comparison if it came to its end, its report takes the place
 * of the one before, and the access to its sites is given back. May be called again after a worker's death.
 */
export async function closeAudit(closing: Job): Promise<void> {
  const { id, account, state, ended = Date.now() } = closing;
  const items = await itemsOf(id);
  const sites = items.flatMap(({ key, look }) => (look ? [pastSite(key, look.state)] : []));
  if (state === 'done') await keepAudit({ id, account, at: ended, sites });
  await giveBack(items);
  const before = (await allJobs()).filter((job) => job.kind === 'audit' && job.account === account && job.id !== id);
  for (const job of before) if (job.ended && job.ended <= ended) await forgetJob(job.id);
  await writeJob(id, [], ({ holdsAccess: _, ...job }) => ({ job, items: [] }));
}
