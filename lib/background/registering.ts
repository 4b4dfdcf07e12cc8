import { wwwVariant } from '../hosts/variants.ts';
import { mayCreateYet } from '../jobs/openCreates.ts';
import { type Registering, registering } from '../storage/registrations.ts';
import { connections, get, update } from '../storage/settings.ts';
import { t } from '../text/i18n.ts';
import { problemText, registrationText } from '../text/problems.ts';
import { isBusyShown, showBadge } from './badge.ts';
import { keepAlarm } from './jobs/alarm.ts';
import { notify, showOutcome } from './outcome.ts';
import { knownSite } from './records/records.ts';
import { findQuietly } from './websites/lookUp.ts';

/** The ids of the tabs from which this worker is registering a site. */
const here = new Set<string>();

/** Returns an outcome in words, beginning with the connection's name if there are several connections. */
export const wordsOf = ({ name }: Pick<Registering, 'name'>, outcome: string): string =>
  name === undefined ? outcome : t('menu.of_connection', { connection: name, outcome });

/**
 * Shows on the tab's toolbar button that a site is being registered. Also stores this and sets an alarm, so that the
 * next worker shows the outcome if this one stops first.
 */
export async function beginRegistering(tabId: number | undefined, what: Registering): Promise<void> {
  if (tabId !== undefined) {
    here.add(String(tabId));
    // If the note or the alarm fails, the site is still registered.
    await Promise.allSettled([update(registering, (all) => ({ ...all, [tabId]: what })), keepAlarm(true)]);
  }
  await showBadge(tabId, 'busy', wordsOf(what, t('popup.tracking', { domain: what.host })));
}

/**
 * Deletes the stored note that a site is being registered from a tab. Call it when the toolbar button shows the
 * outcome.
 */
export async function endRegistering(tabId: number | string | undefined): Promise<void> {
  const tab = String(tabId);
  here.delete(tab);
  await update(registering, ({ [tab]: _, ...others }) => others).catch(() => undefined);
}

/**
 * Whether a site is registered. If no stored record shows it, asks the service, because records read in private windows
 * are not stored.
 */
const isRegistered = async ({ account, host, private: isPrivate }: Registering): Promise<boolean> =>
  ((await knownSite(account, host)) ?? (await findQuietly(host, { account, private: isPrivate === true }))) !==
  undefined;

/**
 * Shows the outcomes of registrations that an earlier worker began before it stopped. Shows them as notifications, and
 * on those toolbar buttons that still show the registration in progress.
 */
export async function showInterrupted(): Promise<void> {
  for (const [tab, what] of Object.entries(await get(registering))) {
    const { account, host } = what;
    // Skips tabs from which this worker is registering a site, and sites whose create may still be carried out.
    if (here.has(tab) || (await mayCreateYet(account, host))) continue;
    const isThere = await isRegistered(what);
    const outcome = isThere
      ? registrationText('confirmed', host)
      : problemText({ kind: 'timeout', code: 'unconfirmed' }, host);
    const [look, text] = [isThere ? 'done' : 'failed', wordsOf(what, outcome)] as const;
    if (await isBusyShown(Number(tab))) await showOutcome(Number(tab), look, [host, wwwVariant(host)], text);
    await endRegistering(tab);
    const connection = (await get(connections)).list.find((one) => one.account === account);
    await notify(what.private === true, host, text, connection);
  }
}
