import type { Allowed, End, Lane } from '../../jobs/claim.ts';
import { isKnown, keptJob } from '../../jobs/kept.ts';
import { copyOldCreates } from '../../jobs/oldCreates.ts';
import { isJobActive } from '../../jobs/state.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { claimNext, everyJob, forgetJob, writeJob } from '../../jobs/write.ts';
import { nextRequestAt } from '../../services/rateLimit.ts';
import { activeReadings } from '../../storage/refresh.ts';
import { registering } from '../../storage/registrations.ts';
import { get } from '../../storage/settings.ts';
import { sleep } from '../../util/sleep.ts';
import { reloadForUpdate } from '../deferUpdate.ts';
import { rateLimitOf } from '../rateLimits.ts';
import { keepAlarm } from './alarm.ts';
import type { Attempt } from './attempt.ts';
import type { Given, Made } from './jobKinds.ts';
import { showProgress } from './progress.ts';

/** A run that has not renewed its lease for this long counts as stuck (milliseconds). A write rarely takes 90 s. */
const leaseTime = 120_000;
/**
 * How long a run may wait for its next step (milliseconds). If it would have to wait longer, it ends, so that the
 * browser can stop the worker. The alarm then starts the worker again.
 */
const maxRunnerSleep = 60_000;

/**
 * The runs of one owner in this worker (see `ownerOf`). `lease`: the active run, and when it last renewed its lease (by
 * the monotonic clock). `queued`: the run that waits until the active run ends. `sleeping`: ends the active run's
 * sleep.
 */
interface Work {
  lease?: { token: symbol; renewed: number } | undefined;
  queued?: Promise<void> | undefined;
  sleeping: AbortController;
}

const works = new Map<string, Work>();

/**
 * Returns the owner of a job. One run carries out all jobs with the same owner. A connection has one owner for its
 * audits and another for its other jobs, because audits do not wait for writes. A single write has its own owner,
 * because it is sent at once. For jobs of earlier versions, which name no connection, the service's address is used.
 */
const ownerOf = ({ id, kind, press, connection, serviceUrl }: Job): string =>
  press ? `press ${id}` : `${kind === 'audit' ? 'audit ' : ''}${connection ?? serviceUrl}`;

function workOf(owner: string): Work {
  const work = works.get(owner) ?? { sleeping: new AbortController() };
  works.set(owner, work);
  return work;
}

/**
 * Carries out the jobs and reads the lists that are due. Called by the alarm, at every start, by open pages, and when a
 * job or the reading of a list begins or changes. Each owner (see `ownerOf`) and each list has one run at a time. A run
 * that is asleep looks for work at once.
 */
export async function wake(): Promise<void> {
  const readings = (await activeReadings()).map((name) => wakeFor(`list ${name}`, () => readList(name)));
  const owners = new Set((await tidy().catch(() => [])).map(ownerOf));
  await Promise.all([...readings, ...[...owners].map((owner) => wakeFor(owner))]);
}

/** Continues to read a list. The code is loaded on demand, so that the worker starts fast. */
async function readList(name: string): Promise<void> {
  await (await import('../websites/readList.ts')).refreshToEnd(name);
  await tidy();
}

function wakeFor(owner: string, run = runJobs): Promise<void> {
  const work = workOf(owner);
  const { lease, sleeping } = work;
  const steal = lease !== undefined && performance.now() - lease.renewed > leaseTime;
  if (steal) work.queued = undefined;
  else sleeping.abort();
  work.queued ??= navigator.locks
    .request(`jobs ${owner}`, { steal }, async () => {
      work.queued = undefined;
      await run(owner, work);
      if (!work.queued) works.delete(owner);
    })
    // Rejects if another run steals the lock, or if this run fails. That run or the next one continues the work.
    .catch(() => {});
  return work.queued;
}

/** The ids of ended audits that this worker failed to finish (see `finishAudit`). Only the next worker tries again. */
const unfinishable = new Set<string>();

/** Whether a run has something to do for a job: open items, an ended audit to close, or visits to request. */
const isUnfinished = (job: Job): boolean =>
  isJobActive(job) || (!!job.ended && !!(job.holdsAccess || job.asksVisits) && !unfinishable.has(job.id));

/**
 * Sets or clears the alarm, shows the outcomes of interrupted registrations, deletes jobs and reports that are too old,
 * and installs a waiting update. Resolves to the unfinished jobs.
 */
const tidy = (): Promise<Job[]> =>
  navigator.locks.request('jobs', async () => {
    await copyOldCreates().catch(() => {});
    const jobs = await everyJob();
    const unfinished = jobs.filter(isUnfinished);
    const isTelling = Object.keys(await get(registering)).length > 0;
    const isReading = (await activeReadings()).length > 0;
    await keepAlarm(isTelling || isReading || unfinished.length > 0 || jobs.some(isKnown));
    // Loaded on demand, so that the worker starts fast.
    if (isTelling) await (await import('../registering.ts')).showInterrupted().catch(() => {});
    for (const job of jobs) {
      const kept = keptJob(job, Date.now());
      if (!kept) await forgetJob(job.id);
      else if (kept !== job) await writeJob(job.id, [], () => ({ job: kept, items: [] }));
    }
    // An update never interrupts an active job. It may interrupt requests for an ended audit's visits, which can take
    // hours and continue after the update.
    await reloadForUpdate();
    if (!unfinished.length) showProgress();
    return unfinished;
  });

/** A run of jobs. It is active as long as the lease in `work` has its token. */
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

/** Renews a run's lease if the run still holds it. Returns false if another run holds the lease by now. */
function holdsLease({ work: { lease }, token }: Run): boolean {
  if (lease?.token !== token) return false;
  lease.renewed = performance.now();
  return true;
}

/**
 * Gives each of an owner's jobs one turn, oldest first, then waits until a job is due. Resolves to whether the run
 * continues.
 */
async function runRound(owner: string, run: Run): Promise<boolean> {
  // Created before the jobs are read, so that a job added during the round ends this run's sleep.
  run.work.sleeping = new AbortController();
  const unfinished = (await tidy()).filter((job) => ownerOf(job) === owner);
  if (!unfinished.length) return false;
  const dues: number[] = [];
  for (const job of unfinished) dues.push(job.ended ? await finishAudit(job) : await runJob(job, run));
  showProgress();
  if (!holdsLease(run)) return false;
  // Infinity means that a job has nothing left to do. The next round then begins at once, to close an audit that has
  // ended.
  if (dues.includes(Number.POSITIVE_INFINITY)) return true;
  const wait = Math.min(...dues) - Date.now();
  if (wait > maxRunnerSleep) return false;
  await sleep(wait, run.work.sleeping.signal);
  return true;
}

/** The result of one step: an item's outcome or, if no item could be carried out, when to try again (`due`). */
type ItemResult = Attempt | { due: number };

/**
 * Closes an ended audit, or requests its visits if it is closed already. Resolves to the time at which it is due again;
 * infinity if it never is.
 */
async function finishAudit(job: Job): Promise<number> {
  try {
    if (!job.holdsAccess) return await (await import('../audit/askVisits.ts')).askVisits(job);
    await (await import('../audit/close.ts')).closeAudit(job);
  } catch {
    unfinishable.add(job.id);
  }
  return Number.POSITIVE_INFINITY;
}

/** The code that sends and looks up items, loaded on demand so that the worker starts fast. */
const attempts = () => import('./attempt.ts');
const kinds = async () => (await import('./jobKinds.ts')).kinds;

/** Carries out one job until it has to wait or other jobs get their turn. Resolves to when it is due again. */
async function runJob(job: Job, run: Run): Promise<number> {
  const running = new Set<number>();
  const { lanes } = (await kinds())[job.kind];
  // Items during which a worker stopped may stop this worker, too. They are tried first and one at a time, so that the
  // one that is to blame can be found.
  if (lanes > 1) await runLane(job, run, running, true);
  const all = Array.from({ length: lanes }, () => runLane(job, run, running));
  return Math.min(...(await Promise.all(all)));
}

/** How many writes of a job are made before the other jobs of its connection get their turn. */
const maxTurn = 10;

async function runLane(job: Job, run: Run, running: Set<number>, claimed = false): Promise<number> {
  let end: End | undefined;
  for (let count = 0; ; count++) {
    const isOver = job.kind !== 'audit' && count >= maxTurn;
    const result = await runNextItem(job, run, { running, claimed }, end, isOver);
    if ('due' in result) return isOver ? Date.now() : result.due;
    ({ end } = result);
  }
}

/**
 * Returns when the service's rate limit allows a job's next request (see `Allowed`). An audit is always allowed to
 * examine pages, because this sends no request to the service.
 */
async function allowedTo({ kind, serviceUrl, speed }: Job, now: number): Promise<Allowed> {
  if (kind === 'audit') return { from: now, reached: 0 };
  const limit = await rateLimitOf(serviceUrl);
  return { from: nextRequestAt(limit, speed === 'careful', now), reached: limit.reached ?? 0 };
}

/**
 * Stores the outcome of the previous item (`before`), then carries out the next item. With `isOver`, only stores the
 * outcome.
 */
async function runNextItem(
  job: Job,
  run: Run,
  lane: Lane,
  before: End | undefined,
  isOver = false,
): Promise<ItemResult> {
  const now = Date.now();
  const allowed = await allowedTo(job, now);
  const from = holdsLease(run) && !isOver ? allowed.from : Number.POSITIVE_INFINITY;
  const found = await claimNext(job.id, before, now, { ...allowed, from }, lane);
  showProgress();
  if (!found || 'idle' in found.todo) return { due: Number.POSITIVE_INFINITY };
  const { todo } = found;
  if ('wait' in todo) return { due: todo.wait };
  const { lookFor, send } = await attempts();
  return 'ask' in todo ? lookFor(todo.ask, found.job) : send(todo.send, found.job, { absentAt: todo.absentAt });
}

/**
 * Continues a single write after its first attempt. Stores the outcome. While it is unknown, looks up whether the write
 * was carried out. Resolves to undefined if the write failed, or if the outcome is still unknown at the time `until`.
 */
async function madeIn(
  first: Attempt,
  until: number,
  step: (end?: End) => Promise<ItemResult>,
): Promise<Made | undefined> {
  let result: ItemResult = first;
  while (!('due' in result)) {
    const { end, made } = result;
    result = await step(end);
    if (made) return made;
    while ('due' in result && result.due < until) {
      await sleep(result.due - Date.now());
      result = await step();
    }
  }
  return undefined;
}

/** After this time, a person no longer waits for the look-ups of a write by hand (milliseconds from its start). */
const longestWait = 19_000;

/**
 * Makes a single write for a person. If its answer is lost, looks up whether it was carried out. Rejects if the write
 * fails, or with code `unconfirmed` if the outcome is still unknown after `longestWait`. The look-ups then continue.
 */
export function runPress(job: Job, item: Item, given: Given): Promise<Made> {
  const owner = ownerOf(job);
  const work = workOf(owner);
  const { promise, resolve, reject } = Promise.withResolvers<Made>();
  const run = navigator.locks.request(`jobs ${owner}`, async () => {
    const until = Date.now() + longestWait;
    const run: Run = { work, token: Symbol('run') };
    // A single write may wait a long time for its turn to send, so its lease never runs out.
    work.lease = { token: run.token, renewed: Number.POSITIVE_INFINITY };
    const lane: Lane = { running: new Set(), claimed: false };
    const { isUnconfirmed, send } = await attempts();
    const first = await send(item, job, given);
    // The service may not answer the look-ups either, so this timer ends the person's wait.
    const late = isUnconfirmed(first.error) ? setTimeout(reject, until - Date.now(), first.error) : undefined;
    const made = await madeIn(first, until, (end) =>
      // A failure to store the outcome is not a failure of the write. The next worker finds out what became of the
      // write.
      runNextItem(job, run, lane, end).catch(() => ({ due: Number.POSITIVE_INFINITY })),
    );
    clearTimeout(late);
    works.delete(owner);
    if (made) return made;
    throw first.error;
  });
  run.then(resolve, reject);
  return promise;
}
