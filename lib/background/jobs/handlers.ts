import { browser } from 'wxt/browser';
import { retried } from '../../jobs/again.ts';
import { isUnanswered } from '../../jobs/retryPolicy.ts';
import { cancelled, isJobActive, newJob, paused, rebound, resumed } from '../../jobs/state.ts';
import { allJobs, jobWith } from '../../jobs/store.ts';
import type { ItemState, Job } from '../../jobs/types.ts';
import { undoAtFirst } from '../../jobs/undoOffer.ts';
import { addJob, dismiss, writeJob } from '../../jobs/write.ts';
import type { Input } from '../../messages/ask.ts';
import { orWithout } from '../../storage/database.ts';
import { type ConnectionAddress, connections, get } from '../../storage/settings.ts';
import { onUpdateAvailable } from '../deferUpdate.ts';
import { endWait } from '../rateLimits.ts';
import { type BoundContext, refusePrivate, serviceOf } from '../request.ts';
import { startDelay } from '../startDelay.ts';
import { keepAlarm } from './alarm.ts';
import { erasePasswords, newSecret, renewPasswords } from './passwords.ts';
import { reportSeen, showProgress } from './progress.ts';
import { wake } from './runner.ts';

type ById = { id: string };

/** Updates the pages and wakes the runner. Called after every change of a job. Returns its argument. */
export function changedJob<T>(value: T): T {
  showProgress();
  void wake();
  return value;
}

/** Starts a job. A second call with the same id returns the first job. `isRepeat`: set if a schedule starts it. */
export async function startJob(
  { id, items, password, repeat, ...given }: Input<'jobs.start'> & { isRepeat?: true },
  { account, private: isPrivate = false }: BoundContext,
): Promise<Job> {
  const known = await jobWith(id);
  if (known) return known;
  // Only a create can name sites that are not stored here yet.
  if (given.kind === 'create') refusePrivate({ private: isPrivate });
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

/** Notes when a new job starts in this worker, and sets the alarm that continues the job if this worker stops. */
export async function begins(id: string): Promise<void> {
  (await import('./jobKinds.ts')).noteStart(id);
  await keepAlarm(true);
}

const changeJob = async (id: string, apply: (job: Job) => Job): Promise<Job | null> =>
  changedJob((await writeJob(id, [], (job) => ({ job: apply(job), items: [] }))) ?? null);

export const pauseJob = ({ id }: ById) => changeJob(id, paused);

/**
 * Resumes a job after a person pressed Resume or Try now. If the job paused because its account's key was gone, it
 * continues with the present account of its connection. A job that names no connection continues with the only
 * connection to its service. An undo is cancelled instead, because its records belong to its own account.
 */
export async function resumeJob({ id }: ById): Promise<Job | null> {
  const { list } = await get(connections);
  const waiting = await jobWith(id);
  // The wait that the service asked for may be over, and only a request can show that.
  if (waiting) await endWait(waiting.serviceUrl);
  const bound = (job: Job): Job => {
    const { connection, serviceUrl } = job;
    const isOwn = ({ id }: ConnectionAddress) => connection === undefined || id === connection;
    const [only, another] = list.filter((one) => one.analyticsUrl === serviceUrl && isOwn(one));
    return only && !another ? rebound(job, only.account) : job;
  };
  if (waiting?.undoes && bound(waiting).rebound) return cancelJob({ id });
  return changeJob(id, (job) => resumed(job.undoes ? job : bound(job), Date.now()));
}

export const cancelJob = async ({ id }: ById): Promise<Job | null> =>
  changedJob((await writeJob(id, ['waiting'], (job, items) => cancelled(job, items, Date.now()))) ?? null);

/** Cancels the audits of every account but these, and forgets their reports. */
export async function cancelOtherAudits(accounts: readonly string[]): Promise<void> {
  const isOther = ({ kind, account }: Job) => kind === 'audit' && !accounts.includes(account);
  for (const job of (await allJobs()).filter(isOther))
    await (job.ended && !job.holdsAccess ? dismissJob(job) : cancelJob(job));
}

export async function retryJob({ id, rest, unknown, password }: Input<'jobs.retry'>): Promise<Job | null> {
  const job = await jobWith(id);
  if (!job) return null;
  if (unknown !== 'look') await renewPasswords(job, password);
  const states: ItemState[] = unknown ? ['unknown'] : rest ? ['failed', 'skipped'] : ['failed'];
  const again = await writeJob(id, states, (stored, items) => retried(stored, items, Date.now(), unknown));
  return changedJob(again ?? null);
}

/** Deletes a job that has ended, with all its data. */
export async function dismissJob({ id }: ById): Promise<null> {
  if ((await jobWith(id))?.ended) await dismiss(id);
  return changedJob(null);
}

/** Erases the generated passwords after they were copied. */
export async function forgetPasswords({ id, count }: Input<'jobs.erasePasswords'>): Promise<null> {
  await erasePasswords(id, count);
  return changedJob(null);
}

/** Wakes the runner if a job is active. Called again and again while a page is open, which keeps the worker awake. */
export async function ping(): Promise<null> {
  if ((await allJobs()).some(isJobActive)) void wake();
  else await reportSeen();
  return null;
}

/** Resumes the jobs that this kind of problem had paused, because the problem is solved now. */
async function resumeAfter(kind: 'access' | 'network'): Promise<void> {
  const isStopped = (job: Job) => !job.ended && job.problem?.kind === kind && !isUnanswered(job);
  const stopped = (await orWithout(allJobs(), [])).filter(isStopped);
  for (const { id } of stopped) await changeJob(id, (job) => resumed(job, Date.now()));
}

/** Registers the events that continue jobs, besides the alarm. Synchronous. */
export function listenForJobs(): void {
  browser.runtime.onStartup.addListener(wake);
  browser.runtime.onInstalled.addListener(wake);
  // Safari has no such event, since its extensions are updated with their app.
  browser.runtime.onUpdateAvailable?.addListener(onUpdateAvailable);
  browser.permissions.onAdded.addListener(() => resumeAfter('access'));
  // At every start, because a re-enabled extension gets neither onStartup nor onInstalled.
  setTimeout(() => void wake(), startDelay);
  globalThis.addEventListener('online', () => void resumeAfter('network'));
}
