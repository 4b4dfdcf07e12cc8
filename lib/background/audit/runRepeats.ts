import { type AuditRepeat, dueAt, periodAfter, type RepeatedSite } from '../../audit/repeat.ts';
import { ApiError } from '../../services/index.ts';
import { auditRepeats } from '../../storage/auditRepeats.ts';
import { connections, get, getCertain, update } from '../../storage/settings.ts';
import { startJob } from '../jobs/handlers.ts';
import { endOtherRepeats, giveBackSites, keepRepeatAlarm, setRepeat, stopRepeats } from './repeats.ts';
import { stillRegistered } from './stillRegistered.ts';

/** After how long a repeat that could not begin is tried again (milliseconds). */
const retryTime = 30 * 60_000;

/** Begins an audit that is due; false where it cannot begin now, beside another. */
async function beginRepeat({ account, job: id }: AuditRepeat, items: RepeatedSite[]): Promise<boolean> {
  const start = { id, kind: 'audit', items, fields: {}, speed: 'fast', isRepeat: true } as const;
  await startJob(start, { account });
  return true;
}

const notBegun = (error: unknown): boolean => {
  if (error instanceof ApiError) return false;
  throw error;
};

/** Begins the audits that are due, each once, one after the other. Rejects with `NewerSettings`, and does nothing then. */
async function beginDue(): Promise<void> {
  await endOtherRepeats((await getCertain(connections)).list.map(({ account }) => account));
  await stopRepeats();
  const isDue = (one: AuditRepeat) => !one.stopped && dueAt(one, Date.now()) <= Date.now();
  for (const repeat of (await get(auditRepeats)).filter(isDue)) {
    // Nothing is looked at for a site that was deleted meanwhile.
    const sites = await stillRegistered(repeat.account, repeat.sites);
    if (!sites.length) await setRepeat(repeat.account, false);
    if (!sites.length || !(await beginRepeat(repeat, sites).catch(notBegun))) continue;
    const begun = { sites, job: crypto.randomUUID(), next: periodAfter(repeat.every, Date.now()) };
    await update(auditRepeats, (all) => all.map((one) => (one.job === repeat.job ? { ...one, ...begun } : one)));
    if (sites.length < repeat.sites.length) await giveBackSites(repeat.sites);
  }
}

/** Begins the audits that are due. What fails is tried again. */
export const runRepeats = (): Promise<void> =>
  navigator.locks.request('auditRepeats', async () => {
    await beginDue().catch(() => {});
    await keepRepeatAlarm(retryTime);
  });
