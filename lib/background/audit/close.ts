import { addressesOf } from '../../audit/access.ts';
import { changesBetween, pastSite } from '../../audit/history.ts';
import { dropAccess } from '../../connections/permissions.ts';
import { allJobs, forgetJob, itemsOf, writeJob } from '../../jobs/store.ts';
import type { Job } from '../../jobs/types.ts';
import { keptAddresses } from '../../storage/auditRepeats.ts';
import { keepAudit, pastAudits } from '../../storage/audits.ts';
import { notifyOfChanges } from './notify.ts';

/**
 * What is left to do once an audit has ended: it is kept for comparison if it came to its end, its report takes the place
 * of the one before, and the access to its sites is given back, but for what another audit needs. May be called again after a worker's death.
 */
export async function closeAudit(closing: Job): Promise<void> {
  const { id, account, state, ended = Date.now() } = closing;
  const items = await itemsOf(id);
  const sites = items.flatMap(({ key, look }) => (look ? [pastSite(key, look.state)] : []));
  if (state === 'done') {
    const now = { id, account, at: ended, sites };
    const past = (await pastAudits(account)).filter((audit) => audit.id !== id);
    await keepAudit(now);
    if (closing.isRepeat) await notifyOfChanges(id, changesBetween(past, now));
  }
  await dropAccess(addressesOf(items.map(({ key }) => key)), await keptAddresses());
  const before = (await allJobs()).filter((job) => job.kind === 'audit' && job.account === account && job.id !== id);
  for (const job of before) if (job.ended && job.ended <= ended) await forgetJob(job.id);
  await writeJob(id, [], ({ holdsAccess: _, ...job }) => ({ job, items: [] }));
}
