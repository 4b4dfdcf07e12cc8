import { browser } from 'wxt/browser';
import { homePagesOf } from '../../audit/access.ts';
import { type AuditChanges, changesBetween, pastAudit } from '../../audit/history.ts';
import { noticePrefix } from '../../audit/repeat.ts';
import { hasNotifications } from '../../connections/permissions.ts';
import { allJobs, itemsOf } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { forgetJob, writeJob } from '../../jobs/write.ts';
import { keepAudit, pastAudits } from '../../storage/audits.ts';
import { giveBackAccess, noteUnneeded } from '../../storage/lentAccess.ts';
import { numberText, t } from '../../text/i18n.ts';
import { isConnected } from '../request.ts';
import { isNetworkLost, takeBack } from './network.ts';
import { stillRegistered } from './stillRegistered.ts';

/** Notifies of what a repeated audit found worse than before, if anything. Called twice, it shows one notification. */
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

/** Stores an audit's result for later comparison; if it was a repeat, notifies of what got worse. */
async function keep(job: Job, items: readonly Item[]): Promise<void> {
  const now = pastAudit(job, items);
  if (!now.sites.length) return;
  const past = (await pastAudits(job.account)).filter((audit) => audit.id !== job.id);
  if ((await keepAudit(now)) && job.isRepeat) await notifyOfChanges(job.id, changesBetween(past, now));
}

/** The items of earlier reports for registered sites that this audit did not look at. */
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
 * Finishes an audit that has ended: stores its result for comparison, replaces the previous report (keeping the sites it
 * did not look at itself), and starts to give back the access to its sites, except what another audit needs. Deletes the
 * report if its account is no longer connected. Safe to repeat after the worker was stopped. What cannot be stored is
 * skipped, because it would fail the next time, too.
 */
export async function closeAudit(closing: Job): Promise<void> {
  const { id, account } = closing;
  if ((closing.wasPaused && closing.state === 'cancelled') || (await isNetworkLost(closing))) await takeBack(closing);
  const items = await itemsOf(id);
  await keep(closing, items).catch(() => {});
  const lent = { id: `audit ${id}`, urls: homePagesOf(items.map(({ key }) => key)) };
  await noteUnneeded(lent);
  // Chromium needs half a minute for thousands of sites.
  void giveBackAccess(lent);
  const isBefore = ({ kind, ended, holdsAccess, ...job }: Job) =>
    kind === 'audit' && job.account === account && job.id !== id && ended && !holdsAccess;
  const before = (await allJobs()).filter(isBefore);
  const rest = await leftOver(closing, items, before);
  if (await isConnected(account)) await writeJob(id, [], ({ holdsAccess: _, ...job }) => ({ job, items: rest }));
  else await forgetJob(id);
  for (const job of before) await forgetJob(job.id);
}
