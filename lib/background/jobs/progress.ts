import { percentOf } from '../../jobs/ended.ts';
import { isJobActive } from '../../jobs/state.ts';
import { allJobs } from '../../jobs/store.ts';
import type { Job } from '../../jobs/types.ts';
import { jobsNow, tabOfJob } from '../../jobs/watch.ts';
import { get, set, update } from '../../storage/settings.ts';
import { textsSetting } from '../../storage/textSetting.ts';
import { numberText as number, plural, t } from '../../text/i18n.ts';
import { badgeLooks, showOnEveryTab } from '../badge.ts';

/** The shortest time between two updates of the pages and the badge (milliseconds). */
const updateInterval = 500;

/**
 * The jobs whose outcome the person has seen, each with the time of its end (see `endKey`). After a restart of the
 * worker, the badge does not show these outcomes again.
 */
const seenEnds = textsSetting('seenEnds');

const endKey = ({ id, ended }: Job) => `${id} ${ended}`;

let updatedAt = 0;
let scheduled: ReturnType<typeof setTimeout> | undefined;
let shownJobs = '';

/** Updates the jobs on the pages and on the toolbar button, at most every half second. */
export function showProgress(): void {
  if (scheduled !== undefined) return;
  const run = () => {
    scheduled = undefined;
    updatedAt = Date.now();
    void updateProgress().catch(() => {});
  };
  scheduled = setTimeout(run, Math.min(updateInterval, Math.max(0, updatedAt + updateInterval - Date.now())));
}

async function updateProgress(): Promise<void> {
  const jobs = await allJobs();
  await set(jobsNow, jobs);
  const ends = await get(seenEnds);
  await showJobBadge(jobs.filter((job) => !job.ended || !ends.includes(endKey(job))));
}

interface Badge {
  text: string;
  color: string;
  title: string;
}

/** The colour of the badge while a person has to decide about jobs. */
const waitsForPerson = '#8a4b00';

/**
 * Returns the badge for the most important job, which is the first of these that exists:
 * 1. A running job.
 * 2. A paused job.
 * 3. The last job with failures.
 * 4. The last job with unknown outcomes.
 * 5. The job that was started last.
 * `jobs`: the jobs, oldest first, without those whose outcome the person has seen.
 */
function badgeOf(jobs: readonly Job[]): Badge | undefined {
  const open = jobs.find(isJobActive) ?? jobs.find(({ state }) => state === 'paused');
  const withCount = (name: 'failed' | 'unknown') => jobs.findLast(({ counts }) => counts[name]);
  const job = open ?? withCount('failed') ?? withCount('unknown') ?? jobs.at(-1);
  if (!job) return undefined;
  const { done, failed, unknown = 0 } = job.counts;
  const values = { done: number(done), total: number(job.total), failed: number(failed) };
  const titled = (text: string) => (unknown ? `${text} · ${plural('addmany.badge_unknown', unknown)}` : text);
  if (!open) {
    const title = titled(t('addmany.badge_ended', values));
    if (failed) return { ...badgeLooks.failed, title };
    return unknown ? { text: '?', color: waitsForPerson, title } : { ...badgeLooks.done, title };
  }
  const text = `${percentOf(job)}%`;
  return isJobActive(job)
    ? { text, color: badgeLooks.busy.color, title: titled(t('addmany.badge_running', values)) }
    : { text, color: waitsForPerson, title: titled(t('addmany.badge_paused', values)) };
}

async function showJobBadge(jobs: readonly Job[]): Promise<void> {
  const badge = badgeOf(jobs);
  const key = badge ? `${badge.text} ${badge.title}` : '';
  if (key === shownJobs) return;
  shownJobs = key;
  await showOnEveryTab(badge?.text ?? '', badge?.title ?? t('extension.name'), badge?.color);
}

/**
 * Notes that the person has seen the outcomes of the jobs in a tab of the manage page. The badge then stops showing
 * them.
 */
export async function reportSeen(tab: string): Promise<void> {
  const jobs = await allJobs();
  const isShown = (job: Job) => tabOfJob(job) === tab;
  const seen = (before: string[]) => jobs.filter((job) => isShown(job) || before.includes(endKey(job)));
  await update(seenEnds, (before) => seen(before).map(endKey)).catch(() => {});
  // An earlier worker may have set the badge. No badge has the text `unknown`, so the badge is now set or removed.
  shownJobs ||= 'unknown';
  showProgress();
}
