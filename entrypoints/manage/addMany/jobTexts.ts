import type { IconName } from '@/components/Icon.tsx';
import { type Item, type ItemOutcome, isJobActive, type Job } from '@/lib/jobs/state.ts';
import { clockText, numberText, plural, t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { durationText, leftText } from './times.ts';

export const endedOf = ({ total, counts }: Job): number => total - counts.waiting - counts.sending;
export const shareOf = (job: Job): number => (job.total ? endedOf(job) / job.total : 1);
const leftOf = ({ counts }: Job) => counts.waiting + counts.sending;

/** How long the rest will take: at the tempo so far, but never faster than the limit allows (`least`); undefined: too early to tell. */
export function timeLeft(job: Job, now: number, least: number): number | undefined {
  if (job.run.ended < 3) return least || undefined;
  const each = (now - job.run.from) / job.run.ended;
  return Math.max(each * leftOf(job), least, (job.until ?? now) - now);
}

export function titleText(job: Job): string {
  if (!job.ended) return plural('addmany.job_title', job.total);
  return t(job.state === 'cancelled' ? 'addmany.job_cancelled_title' : 'addmany.job_done_title');
}

/** Counts in words: what has ended and how, and what is left. */
export function countsText(job: Job): string {
  const { created = 0, confirmed = 0, already = 0 } = job.outcomes;
  const { failed, skipped } = job.counts;
  const left = leftOf(job);
  const parts: [number, () => string][] = [
    [created + confirmed, () => plural('addmany.created', created + confirmed)],
    [already, () => plural('addmany.already', already)],
    [failed, () => plural('addmany.failed', failed)],
    [skipped, () => plural('addmany.skipped', skipped)],
    [left, () => plural('addmany.left', left)],
  ];
  const counted = parts.filter(([count]) => count > 0).map(([, text]) => text());
  const progress = t('addmany.progress', { done: numberText(endedOf(job)), total: numberText(job.total) });
  return [...(job.ended ? [] : [progress]), ...counted].join(' · ');
}

/** What the service's limit leaves to a job. Times are milliseconds. */
export interface Room {
  /** The shortest time that the rest can take. */
  least: number;
  /** No request is allowed before this moment. */
  until: number;
  /** The service has stated its limit; else it is the usual one. */
  stated: boolean;
}

/** Why a job does nothing before a moment. */
function waitText({ problem, until = 0 }: Job, room: Room, moment: number, now: number): string {
  const when = { time: clockText(moment), left: leftText(moment - now) };
  if (problem && until >= moment && problem.kind !== 'busy') return t('addmany.standing_waits', when);
  return t(problem || room.stated ? 'addmany.standing_limit' : 'addmany.standing_careful', when);
}

/** What a job that has not ended is doing. */
export function standingText(job: Job, now: number, room: Room): string {
  if (job.state === 'paused') return t('addmany.standing_paused');
  if (!isJobActive(job)) return '';
  const until = Math.max(job.until ?? 0, room.until);
  if (until > now + 1500) return waitText(job, room, until, now);
  if (!job.counts.waiting && job.counts.sending) return t('addmany.standing_looking');
  const left = timeLeft(job, now, room.least);
  return left === undefined ? t('addmany.standing_running') : durationText(left);
}

const outcomes: Record<ItemOutcome, () => string> = {
  created: () => t('addmany.item_created'),
  already: () => t('addmany.item_already'),
  confirmed: () => t('addmany.item_confirmed'),
  updated: () => t('addmany.item_updated'),
  deleted: () => t('addmany.item_deleted'),
  gone: () => t('addmany.item_gone'),
};

/** What became of one site: how it looks, the word, and the service's reason. */
export function itemTexts(item: Item): { icon: IconName | undefined; text: string; detail: string } {
  const { state, outcome, problem, key, again } = item;
  const detail = problem ? problemText(problem, key) : '';
  if (state === 'done') return { icon: 'check', text: outcomes[outcome ?? 'created'](), detail: '' };
  if (state === 'failed') return { icon: 'warning', text: t('addmany.item_failed'), detail };
  if (state === 'skipped') return { icon: undefined, text: t('addmany.item_skipped'), detail: '' };
  if (state === 'sending' && (again || problem))
    return { icon: 'question', text: t('addmany.item_asking'), detail: '' };
  return { icon: undefined, text: t(state === 'sending' ? 'addmany.item_sending' : 'addmany.item_waiting'), detail };
}
