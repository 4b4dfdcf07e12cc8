import { homePagesOf } from '../../audit/access.ts';
import { changesBetween, pastSite } from '../../audit/history.ts';
import { dropAccess } from '../../connections/permissions.ts';
import { allJobs, forgetJob, itemsOf, writeJob } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { keptAddresses } from '../../storage/auditRepeats.ts';
import { keepAudit, pastAudits } from '../../storage/audits.ts';
import { notifyOfChanges } from './notify.ts';

/** Keeps an audit that came to its end for comparison, and tells of one that began by itself what is worse. */
async function keep({ id, account, isRepeat }: Job, at: number, items: readonly Item[]): Promise<void> {
  const sites = items.flatMap(({ key, look }) => (look ? [pastSite(key, look.state)] : []));
  const now = { id, account, at, sites };
  const past = (await pastAudits(account)).filter((audit) => audit.id !== id);
  if ((await keepAudit(now)) && isRepeat) await notifyOfChanges(id, changesBetween(past, now));
}

/**
 * What is left to do once an audit has ended: it is kept if it came to its end, its report takes the place of the one
 * before, and the access to its sites is given back, but for what another audit needs. May be called again after a
 * worker's death. What cannot be kept or is not taken back by the browser stops nothing: it would fail the next time, too.
 */
export async function closeAudit(closing: Job): Promise<void> {
  const { id, account, state, ended = Date.now() } = closing;
  const items = await itemsOf(id);
  if (state === 'done') await keep(closing, ended, items).catch(() => {});
  const kept = await keptAddresses();
  await dropAccess(homePagesOf(items.map(({ key }) => key)), kept).catch(() => {});
  const before = (await allJobs()).filter((job) => job.kind === 'audit' && job.account === account && job.id !== id);
  for (const job of before) if (job.ended && job.ended <= ended) await forgetJob(job.id);
  await writeJob(id, [], ({ holdsAccess: _, ...job }) => ({ job, items: [] }));
}
