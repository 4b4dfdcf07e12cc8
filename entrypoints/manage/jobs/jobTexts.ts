import type { IconName } from '@/components/Icon.tsx';
import { isSiteState } from '@/lib/audit/look.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { shortUrl } from '@/lib/connections/name.ts';
import { isJobActive, waitsUntil } from '@/lib/jobs/state.ts';
import { successorOf } from '@/lib/jobs/successor.ts';
import type { Item, ItemOutcome, Job, JobFields, JobKind } from '@/lib/jobs/types.ts';
import { askedWaitUntil, minimumTime, nextRequestAt, type RateLimit } from '@/lib/services/rateLimit.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { clockText, durationText, leftText, whenText } from '@/lib/text/dates.ts';
import { comma, numberText, plural, t } from '@/lib/text/i18n.ts';
import { privacyText, problemText } from '@/lib/text/problems.ts';
import { siteStateText } from '@/lib/text/siteLooks.ts';
import { flagChangeText, flagFields } from '../websites/flagTexts.ts';

const leftOf = ({ counts }: Job) => counts.waiting + counts.sending;

/**
 * Returns how long the rest of a job will take (milliseconds). At first, this is the shortest time that the rate limit
 * allows; undefined without a limit. Once 3 items have ended, the job's speed so far counts, too.
 */
function timeLeft(job: Job, now: number, rateLimit: RateLimit): number | undefined {
  const least = minimumTime(rateLimit, job.speed === 'careful', leftOf(job));
  if (job.run.ended < 3) return least || undefined;
  const each = (now - job.run.from) / job.run.ended;
  return Math.max(each * leftOf(job), least);
}

function updateText(fields: JobFields): string {
  if (fields.privacy !== undefined) return t('manage.privacy_becomes', { privacy: privacyText(fields.privacy) });
  const flag = flagFields.find((name) => fields[name] !== undefined);
  return flag ? flagChangeText(flag, !!fields[flag]) : '';
}

/** Returns the title of an undo, for its dialog and its job. `fields`: the values that the undone change had set. */
export const undoTitle = (fields: JobFields, count: number): string =>
  plural('manage.job_update', count, { change: t('manage.job_undo', { change: updateText(fields) }) });

export function serviceText({ account, serviceUrl }: Job, list: readonly ConnectionAddress[]): string | undefined {
  if (list.length < 2) return undefined;
  const connection = list.find((one) => one.account === account);
  return (connection && distinctNames(list).get(connection.id)) ?? shortUrl(serviceUrl);
}

/**
 * Returns a note that a job's account is not connected; undefined if it is. If another account of the same service is
 * connected, the note says whether the job can continue with that account's key. An ended job gets no such note.
 */
export function elsewhereText(job: Job, list: readonly ConnectionAddress[]): string | undefined {
  const { account, serviceUrl, ended, undoes } = job;
  if (list.some((one) => one.account === account)) return undefined;
  if (list.some(({ analyticsUrl }) => analyticsUrl === serviceUrl)) {
    const isResumed = !undoes && successorOf(job, list);
    return ended ? undefined : t(isResumed ? 'addmany.other_account' : 'problem.other_service');
  }
  return t(list.length > 1 ? 'addmany.not_connected_now' : 'addmany.elsewhere', { service: shortUrl(serviceUrl) });
}

const titles: Record<JobKind, (job: Job) => string> = {
  create: (job) => {
    if (!job.ended) return plural('addmany.job_title', job.total);
    return job.state === 'cancelled' ? t('addmany.job_cancelled_title') : unitsText(outcomesOf(job));
  },
  update: ({ undoes, total, fields }) =>
    undoes ? undoTitle(undoes, total) : plural('manage.job_update', total, { change: updateText(fields) }),
  audit: () => t('audit.job'),
  delete: ({ total }) => plural('manage.job_delete', total),
};

export const titleText = (job: Job): string => titles[job.kind](job);
export const copyText = ({ kind, secrets }: Job): string =>
  kind === 'create' ? plural('addmany.passwords', secrets) : t('manage.copy_passwords');
export const skippedText = (kind: JobKind): string =>
  t(kind === 'create' ? 'addmany.item_skipped' : 'manage.item_skipped');

const unitsText = (parts: readonly string[]): string => parts.join(comma());

function outcomesOf(job: Job): string[] {
  const { created = 0, confirmed = 0, already = 0, 'changed-since': changed = 0 } = job.outcomes;
  const { failed, unknown = 0, skipped } = job.counts;
  const isCreate = job.kind === 'create';
  const parts: [number, () => string][] = [
    [isCreate ? created + confirmed : 0, () => plural('addmany.created', created + confirmed)],
    [already, () => plural('addmany.already', already)],
    [changed, () => t('manage.changed_since', { count: numberText(changed) })],
    [failed, () => plural('addmany.failed', failed)],
    [unknown, () => plural('addmany.badge_unknown', unknown)],
    [skipped, () => plural(isCreate ? 'addmany.skipped' : 'manage.job_skipped', skipped)],
  ];
  return parts.filter(([count]) => count > 0).map(([, text]) => text());
}

/** Returns a job's counts, such as `12 of 40 done, 1 failed, 27 left`. Empty if the job's title already states them. */
export function countsText(job: Job): string {
  if (job.kind === 'create' && job.ended) return job.state === 'cancelled' ? unitsText(outcomesOf(job)) : '';
  const left = leftOf(job);
  return unitsText([
    t('addmany.progress', { done: numberText(job.counts.done), total: numberText(job.total) }),
    ...outcomesOf(job),
    ...(left ? [plural('addmany.left', left)] : []),
  ]);
}

function newsOf(job: Job): string {
  const state = job.ended ? countsText(job) : job.state === 'paused' && t('addmany.job_paused');
  return [titleText(job), state].filter(Boolean).join('. ');
}

/** The text that screen readers announce. `news`: by job id, what was last announced about each job. */
export interface Announcement {
  news: ReadonlyMap<string, string>;
  text: string;
}

/**
 * Returns the announcement that follows `before`. Its text is about the jobs that have changed. If none has changed,
 * the text stays the same, so nothing is announced. Without `before`, the text is empty.
 */
export function announcement(jobs: readonly Job[], before?: Announcement): Announcement {
  const news = new Map(jobs.map((job) => [job.id, newsOf(job)]));
  const changed = before ? [...news].filter(([id, text]) => before.news.get(id) !== text) : [];
  return { news, text: changed.map(([, text]) => text).join('. ') || (before?.text ?? '') };
}

/** Waits shorter than this are not shown (milliseconds). */
const shortWait = 1500;

/**
 * Whether the person may make a waiting job try now. False if the job only waits because Waymark spaces out its
 * requests.
 */
export const mayTryNow = (job: Job, now: number, limit: RateLimit): boolean =>
  job.state === 'running' &&
  Math.max(waitsUntil(job, limit.reached ?? 0, now), askedWaitUntil(limit, now)) > now + shortWait;

function waitText(job: Job, rateLimit: RateLimit, now: number): string {
  const { limit, assumed, reached = 0 } = rateLimit;
  const own = waitsUntil(job, reached, now);
  const moment = Math.max(own, nextRequestAt(rateLimit, job.speed === 'careful', now));
  if (moment <= now + shortWait) return '';
  const when = { time: clockText(moment), left: leftText(moment - now) };
  if (own === moment) return t(job.problem?.kind === 'busy' ? 'addmany.job_limited' : 'addmany.job_waits', when);
  const isService = (limit !== undefined && !assumed) || askedWaitUntil(rateLimit, now) === moment;
  return t(isService ? 'addmany.job_limited' : 'addmany.job_careful', when);
}

export function statusText(job: Job, now: number, rateLimit: RateLimit): string {
  if (job.ended) {
    const when = whenText(job.ended, now);
    // The title of an addition already says how it ended.
    if (job.kind === 'create') return when;
    return `${t(job.state === 'cancelled' ? 'manage.job_cancelled' : 'manage.job_finished')} · ${when}`;
  }
  if (job.state === 'paused') return t('addmany.job_paused');
  if (!isJobActive(job)) return '';
  const waits = waitText(job, rateLimit, now);
  if (waits) return waits;
  if (!job.counts.waiting && job.counts.sending) return t('addmany.job_looking_up');
  const left = timeLeft(job, now, rateLimit);
  return left === undefined ? t('addmany.job_running') : durationText(left);
}

/** Returns a text that says where an item comes from, such as `clients.csv, line 7`. */
export const placeText = ({ line, source }: NonNullable<Item['from']>): string =>
  source ? t('addmany.read_from_source', { source, line }) : t('addmany.read_from', { line });

function outcomeText(kind: JobKind, outcome: ItemOutcome): string {
  if (isSiteState(outcome)) return siteStateText(outcome);
  if (outcome === 'changed-since') return t('addmany.item_changed_since');
  // The text of the outcome `confirmed` says that a site was added. Updates and deletions therefore have other texts.
  if (outcome === 'confirmed' && kind !== 'create')
    return t(`addmany.item_${kind === 'update' ? 'updated' : 'deleted'}`);
  return t(`addmany.item_${outcome}`);
}

/** Returns the label for a job's successful items: their common outcome or, if they have several, a general word. */
export function doneText({ kind, outcomes }: Job): string {
  const some = Object.entries(outcomes).filter(([, count]) => count);
  const [only, ...others] = new Set(some.map(([outcome]) => outcomeText(kind, outcome as ItemOutcome)));
  return only && !others.length ? only : t('addmany.item_done');
}

export function itemTexts(kind: JobKind, item: Item): { icon: IconName | undefined; text: string; detail: string } {
  const { state, outcome = 'created', problem, key, again } = item;
  // With `no-answers`, the card of the job already says that no site answers.
  const detail = problem && problem.code !== 'no-answers' ? problemText(problem, key) : '';
  if (state === 'done') return { icon: 'check', text: outcomeText(kind, outcome), detail: '' };
  if (state === 'failed') return { icon: 'warning', text: t('addmany.item_failed'), detail };
  // The card of the job describes what may have happened.
  if (state === 'unknown') return { icon: 'question', text: t('addmany.item_unknown'), detail: '' };
  if (state === 'skipped') return { icon: undefined, text: skippedText(kind), detail: '' };
  if (state === 'sending' && (again || problem))
    return { icon: 'question', text: t(`addmany.item_${kind === 'create' ? 'asking' : 'sending'}`), detail: '' };
  return { icon: undefined, text: t(state === 'sending' ? 'addmany.item_sending' : 'addmany.item_waiting'), detail };
}
