import { browser } from 'wxt/browser';
import { isJobActive, itemRefused, itemSettled, itemUnfound, type JobStep, keptJob } from '../../jobs/state.ts';
import { allJobs, claimNext, type End, forgetJob, writeJob } from '../../jobs/store.ts';
import type { Item, Job, JobKind } from '../../jobs/types.ts';
import { ApiError, type Problem } from '../../services/index.ts';
import { nextRequestAt } from '../../services/rateLimit.ts';
import { NewerSettings } from '../../storage/settings.ts';
import { sleep } from '../../util/sleep.ts';
import { reloadForUpdate } from '../deferUpdate.ts';
import { problemOf } from '../problems.ts';
import { rateLimitOf } from '../rateLimits.ts';
import { lookUpItem, sendItem } from './execute.ts';
import { showProgress } from './progress.ts';

/** The alarm that restarts a stopped worker to continue its jobs. */
export const jobsAlarm = 'jobs';

/** A run that has not renewed its lease for this long is stuck: a write takes at most a minute (milliseconds). */
const leaseTime = 120_000;
/** For longer waits the worker stops and the alarm restarts it (milliseconds). */
const maxRunnerSleep = 60_000;

/**
 * The work for one connection in this worker: one run at a time; other connections have their own, and share only the rate
 * limit of their origin. `lease`: the current run, and when it was last renewed by the monotonic clock. The lock also
 * excludes other workers.
 */
interface Work {
  lease?: { token: symbol; renewed: number } | undefined;
  queued?: Promise<void> | undefined;
  sleeping: AbortController;
}

const works = new Map<string, Work>();

/** Whose run a job belongs to. Jobs from earlier versions do not name their connection. */
const ownerOf = ({ connection, serviceUrl }: Job): string => connection ?? serviceUrl;

function workOf(owner: string): Work {
  const work = works.get(owner) ?? { sleeping: new AbortController() };
  works.set(owner, work);
  return work;
}

/**
 * Runs the jobs: called by the alarm, at every start, by open pages and after every command. There is one run at a time
 * for each connection; a call during it makes it check for work at once.
 */
export async function wake(): Promise<void> {
  const active = await tidy().catch(() => []);
  await Promise.all([...new Set(active.map(ownerOf))].map(wakeFor));
}

function wakeFor(owner: string): Promise<void> {
  const work = workOf(owner);
  const { lease, sleeping } = work;
  const steal = lease !== undefined && performance.now() - lease.renewed > leaseTime;
  if (steal) work.queued = undefined;
  else sleeping.abort();
  work.queued ??= navigator.locks
    .request(`jobs ${owner}`, { steal }, async () => {
      work.queued = undefined;
      await runJobs(owner, work);
    })
    // Rejects if another run stole the lock; that run goes on.
    .catch(() => {});
  return work.queued;
}

/** Finishes ended jobs and keeps the alarm. Resolves to the jobs that still have to run. */
const tidy = (): Promise<Job[]> =>
  navigator.locks.request('jobs', async () => {
    const jobs = await allJobs();
    // A failure is tried again the next time, so that other jobs do not wait for it.
    for (const job of jobs.filter(({ ended, holdsAccess }) => ended && holdsAccess))
      await import('../audit/close.ts').then(({ closeAudit }) => closeAudit(job)).catch(() => {});
    const active = jobs.filter(isJobActive);
    await keepAlarm(active.length > 0);
    if (active.length) return active;
    for (const job of jobs) {
      const kept = keptJob(job, Date.now());
      if (!kept) await forgetJob(job.id);
      else if (kept !== job) await writeJob(job.id, [], () => ({ job: kept, items: [] }));
    }
    showProgress();
    await reloadForUpdate();
    return [];
  });

/** A run and the work that it is for. */
interface Run {
  work: Work;
  token: symbol;
}

async function runJobs(owner: string, work: Work): Promise<void> {
  const run: Run = { work, token: Symbol('run') };
  work.lease = { token: run.token, renewed: performance.now() };
  try {
    while (await runRound(owner, run));
  } finally {
    if (holdsLease(run)) work.lease = undefined;
  }
}

/** Renews the lease; false if this run no longer holds it. */
function holdsLease({ work: { lease }, token }: Run): boolean {
  if (lease?.token !== token) return false;
  lease.renewed = performance.now();
  return true;
}

/** Works on a connection's jobs, oldest first, then waits until one is due. False: the run ends. */
async function runRound(owner: string, run: Run): Promise<boolean> {
  // From here on, because a job that is added during the round is not among its jobs.
  run.work.sleeping = new AbortController();
  const active = (await tidy()).filter((job) => ownerOf(job) === owner);
  if (!active.length) return false;
  let due = Number.POSITIVE_INFINITY;
  for (const job of active) due = Math.min(due, await runJob(job, run));
  showProgress();
  if (!holdsLease(run)) return false;
  if (due === Number.POSITIVE_INFINITY) return true;
  const wait = due - Date.now();
  if (wait > maxRunnerSleep) return false;
  await sleep(wait, run.work.sleeping.signal);
  return true;
}

/** The result of one step: an item's outcome, or when to come back. */
type ItemResult = { end: End } | { due: number };

/** How many items of a job are worked on at once: writes one after the other, looks at sites in parallel. */
const lanes: Record<JobKind, number> = { create: 1, update: 1, delete: 1, audit: 6 };

/** Works on one job until it has to wait. Resolves to when it is due again. */
async function runJob(job: Job, run: Run): Promise<number> {
  const running = new Set<number>();
  const all = Array.from({ length: lanes[job.kind] }, () => runLane(job, run, running));
  return Math.min(...(await Promise.all(all)));
}

async function runLane(job: Job, run: Run, running: Set<number>): Promise<number> {
  let end: End | undefined;
  for (;;) {
    const result = await runNextItem(job, run, running, end);
    showProgress();
    if ('due' in result) return result.due;
    ({ end } = result);
  }
}

/** When the next request may be sent to the service; an audit sends none. */
const allowedFrom = async ({ kind, serviceUrl, speed }: Job, now: number): Promise<number> =>
  kind === 'audit' ? now : nextRequestAt(await rateLimitOf(serviceUrl), speed === 'careful', now);

async function runNextItem(job: Job, run: Run, running: Set<number>, before: End | undefined): Promise<ItemResult> {
  const now = Date.now();
  const from = await allowedFrom(job, now);
  const isOurs = holdsLease(run);
  const found = await claimNext(job.id, before, now, isOurs ? from : Number.POSITIVE_INFINITY, running);
  if (!found || 'idle' in found.todo) return { due: Number.POSITIVE_INFINITY };
  const { todo } = found;
  if ('wait' in todo) return { due: todo.wait };
  if ('ask' in todo) return { end: await endOfLook(todo.ask, found.job) };
  return { end: await endOfSend(todo.send, found.job, todo.absentAt) };
}

/** Applies an outcome only if no other run has ended or resent the item meanwhile. */
const itemEnding = (sent: Item, apply: End['apply']): End => ({
  at: sent.at,
  apply: (job, item) => (item.state === 'sending' && item.sent === sent.sent ? apply(job, item) : { job, item }),
});

/**
 * The problem of a failed attempt. An unknown error is temporary and leaves the outcome unknown: a closing browser, for
 * example, refuses storage to a worker in its last milliseconds.
 */
const attemptProblem = (error: unknown): Problem =>
  error instanceof ApiError || error instanceof NewerSettings
    ? problemOf(error)
    : { kind: 'cancelled', code: 'unconfirmed' };

/** A failure from before a person resumed the job must not stop it again. */
const failing =
  (error: unknown, asked: boolean, { run }: Job) =>
  (job: Job, item: Item): JobStep =>
    itemRefused(job, item, attemptProblem(error), Date.now(), asked, job.run.from !== run.from);

const endOfSend = (item: Item, job: Job, absentAt: number | undefined): Promise<End> =>
  sendItem(job, item, absentAt)
    .then(
      (ended): End['apply'] =>
        (job, stored) =>
          itemSettled(job, stored, ended, Date.now()),
      (error) => failing(error, false, job),
    )
    .then((apply) => itemEnding(item, apply));

const endOfLook = (item: Item, job: Job): Promise<End> =>
  lookUpItem(job, item)
    .then(
      (ended): End['apply'] =>
        (now, stored) =>
          ended.outcome
            ? itemSettled(now, stored, ended, Date.now())
            : itemUnfound(now, stored, Date.now(), ended.mayRepeat),
      (error) => failing(error, true, job),
    )
    .then((apply) => itemEnding(item, apply));

/** Sets or clears the alarm. Alarms end with the browser (Firefox) or may be lost (Chromium), so it is set at every start. */
export async function keepAlarm(wanted: boolean): Promise<void> {
  if (!wanted) await browser.alarms.clear(jobsAlarm);
  else if (!(await browser.alarms.get(jobsAlarm))) await browser.alarms.create(jobsAlarm, { periodInMinutes: 0.5 });
}
