import { wwwVariant } from '../hosts/parse.ts';
import { mayCome } from '../jobs/openCreates.ts';
import { type Registering, registering } from '../storage/registrations.ts';
import { get, update } from '../storage/settings.ts';
import { t } from '../text/i18n.ts';
import { problemText, registrationText } from '../text/problems.ts';
import { isBusyShown, showBadge } from './badge.ts';
import { keepAlarm } from './jobs/alarm.ts';
import { showOutcome } from './outcome.ts';
import { knownSite } from './records/records.ts';
import { findQuietly } from './websites/lookUp.ts';

/** The tabs for which this worker registers. */
const here = new Set<string>();

/** An outcome, with the connection's name if there are several. */
export const wordsOf = ({ name }: Pick<Registering, 'name'>, outcome: string): string =>
  name === undefined ? outcome : t('menu.of_connection', { connection: name, outcome });

/** Says on the tab's toolbar button that a site is being registered. If this worker is stopped, an alarm tells what became of it. */
export async function beginRegistering(tabId: number | undefined, what: Registering): Promise<void> {
  if (tabId !== undefined) {
    here.add(String(tabId));
    // Where this cannot be kept, the site is registered all the same.
    await Promise.allSettled([update(registering, (all) => ({ ...all, [tabId]: what })), keepAlarm(true)]);
  }
  await showBadge(tabId, 'busy', wordsOf(what, t('menu.registering', { domain: what.host })));
}

/** Its outcome is told. */
export async function endRegistering(tabId: number | string | undefined): Promise<void> {
  const tab = String(tabId);
  here.delete(tab);
  await update(registering, ({ [tab]: _, ...others }) => others).catch(() => undefined);
}

/** Of a private window nothing is kept here, so the service is asked. */
const isRegistered = async ({ account, host, private: isPrivate }: Registering): Promise<boolean> =>
  ((await knownSite(account, host)) ?? (await findQuietly(host, { account, private: isPrivate === true }))) !==
  undefined;

/** Says what became of what a stopped worker was registering, on each toolbar button that still says that it is. */
export async function tellLost(): Promise<void> {
  for (const [tab, what] of Object.entries(await get(registering))) {
    const { account, host } = what;
    // This worker's own, or one that goes on.
    if (here.has(tab) || (await mayCome(account, host))) continue;
    const isThere = await isRegistered(what);
    const text = isThere
      ? registrationText('confirmed', host)
      : problemText({ kind: 'timeout', code: 'unconfirmed' }, host);
    const outcome = {
      look: isThere ? 'done' : 'failed',
      hosts: [host, wwwVariant(host)],
      text: wordsOf(what, text),
    } as const;
    if (await isBusyShown(Number(tab))) await showOutcome(Number(tab), outcome);
    await endRegistering(tab);
  }
}
