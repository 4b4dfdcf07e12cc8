import { browser } from 'wxt/browser';
import { homePagesOf } from '../../audit/access.ts';
import { type AuditChanges, changesBetween, pastSite } from '../../audit/history.ts';
import { noticePrefix } from '../../audit/repeat.ts';
import { dropAccess, hasNotifications } from '../../connections/permissions.ts';
import { allJobs, forgetJob, itemsOf, writeJob } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { keepAudit, pastAudits } from '../../storage/audits.ts';
import { keptAddresses } from '../../storage/lentAccess.ts';
import { numberText, t } from '../../text/i18n.ts';
import { isConnected } from '../request.ts';

/** Tells of a repeated audit what changed for the worse; nothing where nothing did. Told twice it is shown once. */
async function notifyOfChanges(id: string, { lost, gone }: AuditChanges): Promise<void> {
  if (!(lost.length || gone.length) || !(await hasNotifications()) || !browser.notifications) return;
  const lines = [
    ...(lost.length ? [t('audit.lost', { count: numberText(lost.length) })] : []),
    ...(gone.length ? [t('audit.gone', { count: numberText(gone.length) })] : []),
  ];
  await browser.notifications.create(noticePrefix + id, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('/icons/128.png'),
    title: t('audit.worse'),
    message: lines.join('\n'),
  });
}

/** Keeps an audit that came to its end for comparison, and tells of one that began by itself what is worse. */
async function keep({ id, account, isRepeat }: Job, at: number, items: readonly Item[]): Promise<void> {
  const sites = items.flatMap(({ key, look }) => (look ? [pastSite(key, look.state)] : []));
  const now = { id, account, at, sites };
  const past = (await pastAudits(account)).filter((audit) => audit.id !== id);
  if ((await keepAudit(now)) && isRepeat) await notifyOfChanges(id, changesBetween(past, now));
}

/**
 * What is left to do once an audit has ended: it is kept if it came to its end, its report takes the place of the one
 * before (none is left of an account that is not connected any more), and the access to its sites is given back, but for
 * what another audit needs. May be called again after a worker's death. What cannot be kept or is not taken back by the browser stops nothing: it would fail the next time, too.
 */
export async function closeAudit(closing: Job): Promise<void> {
  const { id, account, state, ended = Date.now() } = closing;
  const items = await itemsOf(id);
  if (state === 'done') await keep(closing, ended, items).catch(() => {});
  const kept = await keptAddresses();
  await dropAccess(homePagesOf(items.map(({ key }) => key)), kept).catch(() => {});
  const before = (await allJobs()).filter((job) => job.kind === 'audit' && job.account === account && job.id !== id);
  for (const job of before) if (job.ended && !job.holdsAccess) await forgetJob(job.id);
  if (await isConnected(account)) await writeJob(id, [], ({ holdsAccess: _, ...job }) => ({ job, items: [] }));
  else await forgetJob(id);
}
