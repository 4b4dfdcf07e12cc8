import type { Item, Job } from '@/lib/jobs/state.ts';
import { clockText, numberText as number, plural, t } from '@/lib/text/i18n.ts';
import { privacyText, problemText } from '@/lib/text/problems.ts';

function changeText({ fields }: Job): string {
  const { privacy, email, exclude_bots } = fields;
  if (privacy !== undefined) return `${t('privacy.label')}: ${privacyText(privacy)}`;
  if (email !== undefined) return t(email ? 'manage.email_on' : 'manage.email_off');
  return t(exclude_bots ? 'manage.bots_on' : 'manage.bots_off');
}

/** What a job does, and with how many. */
export const jobTitle = (job: Job): string =>
  job.kind === 'delete'
    ? plural('manage.job_delete', job.total)
    : plural('manage.job_update', job.total, { change: changeText(job) });

const ended = ({ counts }: Job) => counts.done + counts.failed + counts.skipped;

/** How far a job is. */
export function jobProgress(job: Job): string {
  const { done, failed, skipped } = job.counts;
  const parts = [t('manage.job_done', { done: number(done), total: number(job.total) })];
  if (failed) parts.push(plural('manage.job_failed', failed));
  if (skipped) parts.push(plural('manage.job_skipped', skipped));
  return parts.join(', ');
}

export const jobEnded = ended;

/** What keeps a job from going on, or how long it will take. */
export function jobStanding(job: Job, now: number): string {
  if (job.ended) return t(job.state === 'cancelled' ? 'manage.job_cancelled' : 'manage.job_finished');
  const reason = job.problem ? problemText(job.problem) : '';
  if (job.state === 'paused') return reason ? t('manage.job_paused_because', { reason }) : t('manage.job_paused');
  if (job.until && job.until > now) {
    const time = clockText(job.until);
    return reason ? t('manage.job_waits_because', { time, reason }) : t('manage.job_waits', { time });
  }
  if (job.run.ended < 3) return t('manage.job_running');
  const left = ((now - job.run.from) / job.run.ended) * (job.total - ended(job));
  const minutes = Math.ceil(left / 60_000);
  return left < 50_000 ? t('manage.job_soon') : plural('manage.job_minutes', minutes);
}

const outcomeTexts = {
  created: () => t('manage.item_saved'),
  already: () => t('manage.item_saved'),
  updated: () => t('manage.item_saved'),
  confirmed: () => t('manage.item_saved'),
  deleted: () => t('manage.item_deleted'),
  gone: () => t('manage.item_gone'),
} as const;

/** What became of one website. */
export function itemText({ state, outcome, problem, key }: Item): string {
  if (state === 'done') return outcomeTexts[outcome ?? 'updated']();
  if (state === 'failed') return problem ? problemText(problem, key) : t('manage.item_failed');
  if (state === 'skipped') return t('manage.item_skipped');
  return t(state === 'sending' ? 'manage.item_sending' : 'manage.item_waiting');
}
