import { type AuditRepeat, dueAt, periodAfter } from '../../audit/repeat.ts';
import { auditRepeats } from '../../storage/auditRepeats.ts';
import { connections, get, getCertain, update } from '../../storage/settings.ts';
import { startJob } from '../jobs/handlers.ts';
import { endOtherRepeats, endRepeat, giveBackSites, stopRepeats } from './repeats.ts';
import { stillRegistered } from './stillRegistered.ts';

/**
 * Starts the repeated audits that are due. Rejects while another audit runs, so if several are due, usually only the
 * first one starts. Ends repeated audits of accounts that are no longer connected, and those without registered sites.
 * Rejects with `NewerSettings`, and does nothing, if a newer version of Waymark wrote the connections.
 */
async function beginDue(): Promise<void> {
  await endOtherRepeats((await getCertain(connections)).list.map(({ account }) => account));
  await stopRepeats();
  const isDue = (one: AuditRepeat) => !one.stopped && dueAt(one, Date.now()) <= Date.now();
  for (const repeat of (await get(auditRepeats)).filter(isDue)) {
    // Leaves out sites whose records were deleted meanwhile.
    const sites = await stillRegistered(repeat.account, repeat.sites);
    if (!sites.length) {
      await endRepeat(repeat.account);
      continue;
    }
    const start = { id: repeat.job, kind: 'audit', items: sites, fields: {}, speed: 'fast', isRepeat: true } as const;
    await startJob(start, { account: repeat.account });
    const begun = { sites, job: crypto.randomUUID(), next: periodAfter(repeat.every, Date.now()) };
    const gone = repeat.sites.filter(({ key }) => !sites.some((site) => site.key === key));
    await giveBackSites(gone, (all) => all.map((one) => (one.job === repeat.job ? { ...one, ...begun } : one)));
  }
}

/**
 * Starts the repeated audits that are due (see `beginDue`). An audit that cannot start now stays due. Never rejects.
 */
export const runRepeats = (): Promise<void> =>
  navigator.locks.request('auditRepeats', () => beginDue().catch(() => {}));

/** Switches an account's repeated audit on or off. On restarts an audit that Waymark has stopped; off ends it. */
export async function setRepeat(account: string, isOn: boolean): Promise<null> {
  if (!isOn) await endRepeat(account);
  else {
    await update(auditRepeats, (all) =>
      all.map((one) => {
        const { stopped, ...rest } = one;
        return one.account === account && stopped ? { ...rest, next: Date.now() } : one;
      }),
    );
    void runRepeats();
  }
  return null;
}
