import { browser } from 'wxt/browser';
import { standsFor } from '../../hosts/hostOf.ts';
import { retried } from '../../jobs/again.ts';
import { isUnanswered } from '../../jobs/retryPolicy.ts';
import { cancelled, isJobActive, newJob, paused, rebound, resumed } from '../../jobs/state.ts';
import { allJobs, jobWith } from '../../jobs/store.ts';
import { successorOf } from '../../jobs/successor.ts';
import type { ItemState, Job } from '../../jobs/types.ts';
import { undoAtFirst } from '../../jobs/undoOffer.ts';
import { addJob, dismiss, writeJob } from '../../jobs/write.ts';
import type { Input } from '../../messages/ask.ts';
import { orWithout } from '../../storage/database.ts';
import { connections, get } from '../../storage/settings.ts';
import { onUpdateAvailable } from '../deferUpdate.ts';
import { endWait } from '../rateLimits.ts';
import { websiteRows } from '../records/records.ts';
import { type BoundContext, refusePrivate, serviceOf } from '../request.ts';
import { startDelay } from '../startDelay.ts';
import { keepAlarm } from './alarm.ts';
import { erasePasswords, newSecret, retrySecret } from './passwords.ts';
import { reportSeen, showProgress } from './progress.ts';
import { wake } from './runner.ts';

type ById = { id: string };

/**
 * Shows the changed jobs on pages and on the toolbar button, and wakes the runner. Call it after changing a job.
 * Returns its argument.
 */
export function changedJob<T>(value: T): T {
  showProgress();
  void wake();
  return value;
}

/** Whether the records of all items are stored. */
async function areStored(account: string, items: Input<'jobs.start'>['items']): Promise<boolean> {
  const rows = await websiteRows(
    account,
    items.map(({ id = '' }) => id),
  );
  return items.every(({ key }, index) => {
    const row = rows[index];
    return row && standsFor(row.record, key);
  });
}

/**
 * Starts a job. A second call with the same id returns the job started first. `isRepeat`: set for a planned repeat of
 * an audit. In a private window, rejects (code `private`) an audit, and any other job with an item that has no stored
 * record.
 */
export async function startJob(
  { id, items, password, repeat, ...given }: Input<'jobs.start'> & { isRepeat?: true },
  { account, private: isPrivate = false }: BoundContext,
): Promise<Job> {
  const known = await jobWith(id);
  if (known) return known;
  // Jobs are stored, so a job from a private window may contain only sites that already have a stored record.
  if (isPrivate && given.kind !== 'audit' && !(await areStored(account, items))) refusePrivate({ private: true });
  const made = newJob(
    { ...given, id, items, ...(password ? { password: password.way } : {}) },
    await serviceOf('analytics', account),
    Date.now(),
  );
  const job = { ...made.job, ...undoAtFirst(given) };
  const add = () => addJob(job, made.items, password && newSecret(id, password));
  await begins(id);
  if (given.kind !== 'audit') await add();
  else await (await import('../audit/handlers.ts')).beginAudit(job, { items, repeat, isPrivate }, add);
  return changedJob(job);
}

/**
 * Notes that a new job starts in this worker. Also sets the alarm, so that the next worker continues the job if this
 * one stops.
 */
export async function begins(id: string): Promise<void> {
  (await import('./jobKinds.ts')).noteStart(id);
  await keepAlarm(true);
}

const change = async (...given: Parameters<typeof writeJob>): Promise<Job | null> =>
  changedJob((await writeJob(...given)) ?? null);
const changeJob = (id: string, apply: (job: Job) => Job) => change(id, [], (job) => ({ job: apply(job), items: [] }));

export const pauseJob = ({ id }: ById) => changeJob(id, paused);

/**
 * Resumes a job after a person pressed Resume or Try now. If the job's account is no longer connected because the key
 * was replaced, continues the job with the present account of its connection (see `successorOf`). An undo whose account
 * has changed is cancelled instead, because its records belong to the old account.
 */
export async function resumeJob({ id }: ById): Promise<Job | null> {
  const { list } = await get(connections);
  const waiting = await jobWith(id);
  // Ends the wait that the service has asked for. Only a request can tell whether the service still insists on it.
  if (waiting) await endWait(waiting.serviceUrl);
  const bound = (job: Job): Job => rebound(job, successorOf(job, list)?.account);
  if (waiting?.undoes && bound(waiting).rebound) return cancelJob({ id });
  return changeJob(id, (job) => resumed(job.undoes ? job : bound(job), Date.now()));
}

export const cancelJob = ({ id }: ById) => change(id, ['waiting'], (job, items) => cancelled(job, items, Date.now()));

/** Cancels the unfinished audits of all accounts except these, and deletes the reports of their ended audits. */
export async function cancelOtherAudits(accounts: readonly string[]): Promise<void> {
  const isOther = ({ kind, account }: Job) => kind === 'audit' && !accounts.includes(account);
  for (const job of (await allJobs()).filter(isOther))
    await (job.ended && !job.holdsAccess ? dismissJob(job) : cancelJob(job));
}

/** Retries items of a job (see `jobs.retry` in lib/messages/commands.ts). */
export async function retryJob({ id, rest, unknown, password }: Input<'jobs.retry'>): Promise<Job | null> {
  const job = await jobWith(id);
  if (!job) return null;
  const secret = unknown === 'look' ? undefined : retrySecret(job, password);
  const states: ItemState[] = unknown ? ['unknown'] : rest ? ['failed', 'skipped'] : ['failed'];
  return change(id, states, (stored, items) => retried(stored, items, Date.now(), unknown), secret);
}

/** Deletes a job, if it has ended (see `dismiss`). */
export async function dismissJob({ id }: ById): Promise<null> {
  await dismiss(id);
  return changedJob(null);
}

/** Erases a job's generated passwords after the person has copied `count` of them (see `erasePasswords`). */
export const forgetPasswords = async ({ id, count }: Input<'jobs.erasePasswords'>): Promise<boolean> =>
  changedJob(await erasePasswords(id, count));

/**
 * Notes the tab in which the person sees the outcomes of jobs (`seen`), and wakes the runner if a job is active. Open
 * pages call this at intervals, because messages keep the worker awake.
 */
export async function ping({ seen }: Input<'jobs.ping'>): Promise<null> {
  if (seen) await reportSeen(seen);
  if ((await allJobs()).some(isJobActive)) void wake();
  return null;
}

/**
 * Resumes the jobs that wait or are paused because of this kind of problem, except those paused after too many lost
 * answers (see `isUnanswered`). Called when the problem is probably solved. Because no person has decided this, a job
 * that a person last started or resumed long ago pauses before its next write (see `mayGoOn`).
 */
async function resumeAfter(kind: 'access' | 'network'): Promise<void> {
  const isStopped = (job: Job) => job.problem?.kind === kind && !isUnanswered(job);
  const stopped = (await orWithout(allJobs(), [])).filter(isStopped);
  for (const { id } of stopped) await changeJob(id, (job) => resumed(job, Date.now(), job.run.meant ?? job.run.from));
}

/**
 * Registers the listeners that continue jobs, except the alarm's listener. Must be called synchronously at the worker's
 * start.
 */
export function listenForJobs(): void {
  browser.runtime.onStartup.addListener(wake);
  browser.runtime.onInstalled.addListener(wake);
  // Safari lacks this event, because it updates an extension together with its app.
  browser.runtime.onUpdateAvailable?.addListener(onUpdateAvailable);
  browser.permissions.onAdded.addListener(() => resumeAfter('access'));
  // Wakes the runner at every start: an extension that was switched off and on gets neither onStartup nor onInstalled.
  setTimeout(() => void wake(), startDelay);
  globalThis.addEventListener('online', () => void resumeAfter('network'));
}
