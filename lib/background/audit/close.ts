import { browser } from 'wxt/browser';
import { homePagesOf } from '../../audit/access.ts';
import { type AuditChanges, changesBetween, pastAudit } from '../../audit/history.ts';
import { noticePrefix } from '../../audit/repeat.ts';
import { hasNotifications } from '../../connections/permissions.ts';
import { allJobs, forgetJob, itemsOf, writeJob } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { keepAudit, pastAudits } from '../../storage/audits.ts';
import { giveBackAccess, noteUnneeded } from '../../storage/lentAccess.ts';
import { numberText, t } from '../../text/i18n.ts';
import { isConnected } from '../request.ts';
import { takeBack } from './network.ts';
import { stillRegistered } from './stillRegistered.ts';

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

/** Keeps what an audit found for comparison, and tells of one that began by itself what is worse. */
async function keep(job: Job, items: readonly Item[]): Promise<void> {
  const now = pastAudit(job, items);
  if (!now.sites.length) return;
  const past = (await pastAudits(job.account)).filter((audit) => audit.id !== job.id);
  if ((await keepAudit(now)) && job.isRepeat) await notifyOfChanges(job.id, changesBetween(past, now));
}

/** What the report before tells of registered sites that this audit did not look at. */
async function leftOver(
  { id, account, isWhole }: Job,
  items: readonly Item[],
  before: readonly Job[],
): Promise<Item[]> {
  const told = (await Promise.all(before.map((job) => itemsOf(job.id)))).flat().filter(({ look }) => look);
  const own = new Map(items.map(({ key, look }) => [key, look]));
  const isLeft = ({ key }: Item) => !own.get(key) && (own.has(key) || !isWhole);
  const rest = new Map(told.filter(isLeft).map((item) => [item.key, item]));
  const registered = await stillRegistered(account, [...rest.values()]);
  return registered.map((item, index) => ({ ...item, job: id, at: items.length + index }));
}

/**
 * Does what is left once an audit has ended: keeps its result for comparison, replaces the report before it (whose sites
 * it takes over where it did not look at them itself), and begins to give the access to its sites back, except what another
 * audit needs. The report goes if its account is no longer connected. Safe to repeat after a worker's death. What cannot
 * be stored is passed over: it would fail the next time, too.
 */
export async function closeAudit(closing: Job): Promise<void> {
  const { id, account } = closing;
  if (closing.wasPaused && closing.state === 'cancelled') await takeBack(id);
  const items = await itemsOf(id);
  await keep(closing, items).catch(() => {});
  const lent = { id: `audit ${id}`, urls: homePagesOf(items.map(({ key }) => key)) };
  await noteUnneeded(lent);
  // Takes Chromium half a minute for thousands.
  void giveBackAccess(lent);
  const isBefore = ({ kind, ended, holdsAccess, ...job }: Job) =>
    kind === 'audit' && job.account === account && job.id !== id && ended && !holdsAccess;
  const before = (await allJobs()).filter(isBefore);
  const rest = await leftOver(closing, items, before);
  if (await isConnected(account)) await writeJob(id, [], ({ holdsAccess: _, ...job }) => ({ job, items: rest }));
  else await forgetJob(id);
  for (const job of before) await forgetJob(job.id);
}
