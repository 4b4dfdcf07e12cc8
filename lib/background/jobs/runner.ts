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

/** A run that has not renewed its lease for this long is stuck, since a write takes at most a minute (milliseconds). */
const leaseTime = 120_000;
/**
 * A run waits at most this long (milliseconds). Before a longer wait the run ends. The browser then stops the worker,
 * and the alarm starts the worker again.
 */
const maxRunnerSleep = 60_000;

/**
 * This worker's work for a connection, a press or an audit: see `ownerOf`. Each has one run at a time; a lock also
 * keeps out other workers. Runs share only the rate limit of their origin. `lease`: the current run, and when it last
 * renewed its lease, by the monotonic clock.
 */
interface Work {
  lease?: { token: symbol; renewed: number } | undefined;
  queued?: Promise<void> | undefined;
  sleeping: AbortController;
}

const works = new Map<string, Work>();

/**
 * Returns the name of the run that a job belongs to. Jobs usually share the run of their connection. A press is sent at
 * once, and an audit writes nothing and waits for no write, so each has a run of its own. Jobs of earlier versions do
 * not name their connection.
 */
const ownerOf = ({ id, kind, press, connection, serviceUrl }: Job): string =>
  press ? `press ${id}` : `${kind === 'audit' ? 'audit ' : ''}${connection ?? serviceUrl}`;

function workOf(owner: string): Work {
  const work = works.get(owner) ?? { sleeping: new AbortController() };
  works.set(owner, work);
  return work;
}

/**
 * Runs the jobs and reads the lists. Called by the alarm, at every start, by open pages and after every command. There
 * is one run at a time for each connection and for each list. A call during a run makes that run check for work at
 * once.
 */
export async function wake(): Promise<void> {
  const readings = (await activeReadings()).map((name) => wakeFor(`list ${name}`, () => readList(name)));
  const owners = new Set((await tidy().catch(() => [])).map(ownerOf));
  await Promise.all([...readings, ...[...owners].map((owner) => wakeFor(owner))]);
}

/** Continues the reading of a list. Loaded when needed, to keep the worker's start fast. */
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
    // Rejects if another run stole the lock. That run continues the work.
    .catch(() => {});
  return work.queued;
}

/** Audits that could not be finished. The next worker tries again. */
const unfinishable = new Set<string>();

/** Whether a job has work for a run: unfinished items, a report to close, or visits to ask for. */
const isUnfinished = (job: Job): boolean =>
  isJobActive(job) || (!!job.ended && !!(job.holdsAccess || job.asksVisits) && !unfinishable.has(job.id));

/** Keeps the alarm, deletes old reports, and installs an update. Resolves to the jobs that still have to run. */
const tidy = (): Promise<Job[]> =>
  navigator.locks.request('jobs', async () => {
    await copyOldCreates().catch(() => {});
    const jobs = await everyJob();
    const unfinished = jobs.filter(isUnfinished);
    const isTelling = Object.keys(await get(registering)).length > 0;
    const isReading = (await activeReadings()).length > 0;
    await keepAlarm(isTelling || isReading || unfinished.length > 0 || jobs.some(isKnown));
    // Loaded when needed, to keep the worker's start fast.
    if (isTelling) await (await import('../registering.ts')).tellLost().catch(() => {});
    for (const job of jobs) {
      const kept = keptJob(job, Date.now());
      if (!kept) await forgetJob(job.id);
      else if (kept !== job) await writeJob(job.id, [], () => ({ job: kept, items: [] }));
    }
    // An update interrupts no active job. The visits of an ended audit are requested for hours, and continue after the
    // update.
    await reloadForUpdate();
    if (!unfinished.length) showProgress();
    return unfinished;
  });

/** A run. It holds the lease of its work as long as that has the same `token`. */
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

/** Renews the lease of a run. Returns true, or false if another run has the lease by now. */
function holdsLease({ work: { lease }, token }: Run): boolean {
  if (lease?.token !== token) return false;
  lease.renewed = performance.now();
  return true;
}

/**
 * Works on a connection's jobs, the oldest first, then waits until a job is due. Resolves to true, or to false if the
 * run ends.
 */
async function runRound(owner: string, run: Run): Promise<boolean> {
  // Created first, because a job that is added during the round must wake this run.
  run.work.sleeping = new AbortController();
  const unfinished = (await tidy()).filter((job) => ownerOf(job) === owner);
  if (!unfinished.length) return false;
  const dues: number[] = [];
  for (const job of unfinished) dues.push(job.ended ? await finishAudit(job) : await runJob(job, run));
  showProgress();
  if (!holdsLease(run)) return false;
  // At least one job has nothing more to do now. If it is an audit, the next round closes it.
  if (dues.includes(Number.POSITIVE_INFINITY)) return true;
  const wait = Math.min(...dues) - Date.now();
  if (wait > maxRunnerSleep) return false;
  await sleep(wait, run.work.sleeping.signal);
  return true;
}

/** The result of one step: an item's outcome, or when the next step is due. */
type ItemResult = Attempt | { due: number };

/**
 * Closes an audit that has ended, and then asks its service for visits. This happens in the audit's own run, because it
 * can take as long as loading a page. Resolves to when the audit is due again.
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

/** Loads the module when needed, to keep the worker's start fast. */
const attempts = () => import('./attempt.ts');
const kinds = async () => (await import('./jobKinds.ts')).kinds;

/**
 * Works on one job until it has to wait, or until other jobs get their turn. Resolves to the time when it is due again.
 */
async function runJob(job: Job, run: Run): Promise<number> {
  const running = new Set<number>();
  const { lanes } = (await kinds())[job.kind];
  // An item at which a worker stopped may stop this one, too. To find it, such items are tried one at a time.
  if (lanes > 1) await runLane(job, run, running, true);
  const all = Array.from({ length: lanes }, () => runLane(job, run, running));
  return Math.min(...(await Promise.all(all)));
}

/** After this many writes the other jobs of a connection get their turn. */
const maxTurn = 10;

async function runLane(job: Job, run: Run, running: Set<number>, claimed = false): Promise<number> {
  let end: End | undefined;
  for (let count = 0; ; count++) {
    const isOver = job.kind !== 'audit' && count >= maxTurn;
    const result = await runNextItem(job, run, { running, claimed }, end, isOver);
    showProgress();
    if ('due' in result) return isOver ? Date.now() : result.due;
    ({ end } = result);
  }
}

/** Returns when the service's rate limit allows a request. The looks of an audit send no request to the service. */
async function allowedTo({ kind, serviceUrl, speed }: Job, now: number): Promise<Allowed> {
  if (kind === 'audit') return { from: now, reached: 0 };
  const limit = await rateLimitOf(serviceUrl);
  return { from: nextRequestAt(limit, speed === 'careful', now), reached: limit.reached ?? 0 };
}

/** Stores the outcome of the previous item. Then works on the next item, unless `isOver`. */
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
  if (!found || 'idle' in found.todo) return { due: Number.POSITIVE_INFINITY };
  const { todo } = found;
  if ('wait' in todo) return { due: todo.wait };
  const { lookFor, send } = await attempts();
  return 'ask' in todo ? lookFor(todo.ask, found.job) : send(todo.send, found.job, { absentAt: todo.absentAt });
}

/**
 * Resolves to the record that a press wrote, or that a look-up begun before `until` found. Resolves to undefined if the
 * outcome does not become known by then.
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

/** A person waits at most this long for the outcome of a press, from when it is begun (milliseconds). */
const longestWait = 19_000;

/**
 * Sends a press, which is stored right before the request, and looks it up if its answer is lost. If the outcome is not
 * known soon, the person's wait ends and the look-ups go on. Rejects with the failure, which has the code `unconfirmed`
 * if the outcome is unknown.
 */
export function runPress(job: Job, item: Item, given: Given): Promise<Made> {
  const owner = ownerOf(job);
  const work = workOf(owner);
  const { promise, resolve, reject } = Promise.withResolvers<Made>();
  const run = navigator.locks.request(`jobs ${owner}`, async () => {
    const until = Date.now() + longestWait;
    const run: Run = { work, token: Symbol('run') };
    // The press may wait a long time for its turn, so this lease does not run out.
    work.lease = { token: run.token, renewed: Number.POSITIVE_INFINITY };
    const lane: Lane = { running: new Set(), claimed: false };
    const { isUnconfirmed, send } = await attempts();
    const first = await send(item, job, given);
    // The service may not answer the look-ups either.
    const late = isUnconfirmed(first.error) ? setTimeout(reject, until - Date.now(), first.error) : undefined;
    const made = await madeIn(first, until, (end) =>
      // An outcome that cannot be stored is no failure: the service has carried out the write, and the next worker
      // looks it up.
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
