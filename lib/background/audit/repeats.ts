import { homePage, homePagesOf } from '../../audit/access.ts';
import { type AuditItem, type AuditRepeat, joinSites, type Period, periodAfter } from '../../audit/repeat.ts';
import { hasAccess, hasPermission } from '../../connections/permissions.ts';
import { allJobs } from '../../jobs/store.ts';
import { writeJob } from '../../jobs/write.ts';
import { auditRepeats, giveBackNotices } from '../../storage/auditRepeats.ts';
import { movePastAudits } from '../../storage/audits.ts';
import { giveBackAccess, noteUnneeded } from '../../storage/lentAccess.ts';
import { get, update } from '../../storage/settings.ts';
import { showProgress } from '../jobs/progress.ts';

const isOf = (account: string) => (one: AuditRepeat) => one.account === account;

/**
 * Plans a repeated audit of these sites, or adds them to the account's repeated audit. `every`: how often it repeats.
 */
export async function addRepeat(account: string, every: Period, sites: readonly AuditItem[]): Promise<void> {
  const next = periodAfter(every, Date.now());
  await update(auditRepeats, (all) => [
    ...all.filter((one) => !isOf(account)(one)),
    {
      account,
      every,
      sites: joinSites(all.find(isOf(account))?.sites ?? [], sites),
      job: crypto.randomUUID(),
      next,
    },
  ]);
}

/**
 * Changes the stored list of repeated audits. Then gives up the access to the pages of `sites`, except where something
 * else still needs it.
 */
export async function giveBackSites(
  sites: readonly AuditItem[],
  change: (all: AuditRepeat[]) => AuditRepeat[],
): Promise<void> {
  const lent = { id: crypto.randomUUID(), urls: homePagesOf(sites.map(({ key }) => key)) };
  // Noted first, so that the next worker gives up the access if this one stops.
  await noteUnneeded(lent);
  await update(auditRepeats, change);
  await giveBackAccess(lent);
}

/** Ends the repeated audits for which `isOver` returns true, and gives up the permissions that only they needed. */
async function endRepeats(isOver: (one: AuditRepeat) => boolean): Promise<void> {
  const over = (await get(auditRepeats)).filter(isOver);
  if (!over.length) return;
  await giveBackSites(
    over.flatMap(({ sites }) => sites),
    (all) => all.filter((one) => !isOver(one)),
  );
  await giveBackNotices();
}

/** Ends the repeated audit of an account. */
export const endRepeat = (account: string) => endRepeats(isOf(account));

/** Ends the repeated audits of all accounts except these. */
export const endOtherRepeats = (accounts: readonly string[]) =>
  endRepeats(({ account }) => !accounts.includes(account));

/**
 * Moves an account's audits to the account that replaces it after a change of the key or address. The repeated audit
 * looks up the ids of its sites' records in the new account. The last report keeps the old ids, because its results
 * belong to the old records. If the repeated audit is running, the change cancels it, so it becomes due again.
 */
export async function moveAudits(from: string, to: string): Promise<void> {
  const audits = (await allJobs().catch(() => [])).filter(({ kind, account }) => kind === 'audit' && account === from);
  const due = audits.some(({ isRepeat, ended }) => isRepeat && !ended) ? { next: Date.now() } : {};
  const moved = (one: AuditRepeat) => ({ ...one, account: to, sites: one.sites.map(({ key }) => ({ key })), ...due });
  await update(auditRepeats, (all) => all.map((one) => (isOf(from)(one) ? moved(one) : one)));
  for (const { id } of audits.filter(({ ended, holdsAccess }) => ended && !holdsAccess))
    await writeJob(id, [], (job) => ({ job: { ...job, account: to }, items: [] }));
  await movePastAudits(from, to);
  showProgress();
}

const isAnyReadable = async (sites: readonly AuditItem[]): Promise<boolean> => {
  for (const { key } of sites) if (await hasAccess([homePage(key)])) return true;
  return false;
};

/**
 * Stops the repeated audits that have become useless. If Waymark may not show notifications any more, these are all of
 * them. Otherwise, they are those whose sites Waymark can no longer access at all.
 */
export async function stopRepeats(): Promise<void> {
  const all = await get(auditRepeats);
  const going = all.filter(({ stopped }) => !stopped);
  const lost: string[] = [];
  const mayTell = await hasPermission('notifications');
  for (const { account, sites } of going) if (!mayTell || !(await isAnyReadable(sites))) lost.push(account);
  if (!lost.length) return;
  await update(auditRepeats, (now) =>
    now.map((one) => (lost.includes(one.account) ? { ...one, stopped: true as const } : one)),
  );
}
