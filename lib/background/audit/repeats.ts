import { browser } from 'wxt/browser';
import { homePage, homePagesOf } from '../../audit/access.ts';
import { type AuditRepeat, joinSites, type Period, periodAfter, type RepeatedSite } from '../../audit/repeat.ts';
import { hasAccess, hasNotifications } from '../../connections/permissions.ts';
import { jobWith } from '../../jobs/store.ts';
import { auditRepeats, giveBackNotifications } from '../../storage/auditRepeats.ts';
import { giveBackAccess } from '../../storage/lentAccess.ts';
import { get, preferences, update } from '../../storage/settings.ts';

const isOf = (account: string) => (one: AuditRepeat) => one.account === account;

/**
 * Plans to repeat the audit of these sites, and of the account's sites that are repeated already. `every`: how long a
 * period is.
 */
export async function addRepeat(account: string, every: Period, sites: readonly RepeatedSite[]): Promise<void> {
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

/** Gives back the access to sites, except what another repeat or a running audit needs. */
export const giveBackSites = (sites: readonly RepeatedSite[]): Promise<void> =>
  giveBackAccess({ id: crypto.randomUUID(), urls: homePagesOf(sites.map(({ key }) => key)) });

/** Ends repeats and gives back the permissions that only they needed. */
async function endRepeats(isOver: (one: AuditRepeat) => boolean): Promise<void> {
  const over = (await get(auditRepeats)).filter(isOver);
  if (!over.length) return;
  await update(auditRepeats, (all) => all.filter((one) => !isOver(one)));
  await giveBackSites(over.flatMap(({ sites }) => sites));
  if (!(await get(preferences)).notifications) await giveBackNotifications();
}

/** Ends the repeat of an account. */
export const endRepeat = (account: string) => endRepeats(isOf(account));

/** Ends the repeats of every account but these. */
export const endOtherRepeats = (accounts: readonly string[]) =>
  endRepeats(({ account }) => !accounts.includes(account));

const isAnyReadable = async (sites: readonly RepeatedSite[]): Promise<boolean> => {
  for (const { key } of sites) if (await hasAccess([homePage(key)])) return true;
  return false;
};

/** Opens the manage page with the report of an audit, for the audit's connection. */
export async function openReport(id: string): Promise<void> {
  const { connection } = (await jobWith(id)) ?? {};
  const query = new URLSearchParams({ tab: 'tracking', ...(connection ? { connection } : {}) });
  await browser.tabs.create({ url: browser.runtime.getURL(`/manage.html?${query}`) });
}

/** Stops the repeats that have become useless: Waymark may not access any of their sites, or may not notify. */
export async function stopRepeats(): Promise<void> {
  const all = await get(auditRepeats);
  const going = all.filter(({ stopped }) => !stopped);
  const lost: string[] = [];
  const mayTell = await hasNotifications();
  for (const { account, sites } of going) if (!mayTell || !(await isAnyReadable(sites))) lost.push(account);
  if (!lost.length) return;
  await update(auditRepeats, (now) =>
    now.map((one) => (lost.includes(one.account) ? { ...one, stopped: true as const } : one)),
  );
}
