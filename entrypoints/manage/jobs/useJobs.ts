import { useCallback, useEffect, useState } from 'preact/hooks';
import { useStored } from '@/components/useStored.ts';
import { useRead, useWatched } from '@/components/useWatched.ts';
import { isJobActive } from '@/lib/jobs/state.ts';
import { itemsOf, someItemsOf } from '@/lib/jobs/store.ts';
import type { Item, ItemState, Job } from '@/lib/jobs/types.ts';
import { undoItems } from '@/lib/jobs/undo.ts';
import { rateLimitsNow, tabOfJob, watchJobs } from '@/lib/jobs/watch.ts';
import { type Answer, ask, type Input } from '@/lib/messages/ask.ts';
import { stored, whyUnread } from '@/lib/messages/stored.ts';
import type { Problem } from '@/lib/services/index.ts';
import { noRateLimit, type RateLimit } from '@/lib/services/rateLimit.ts';
import { t, unmarked } from '@/lib/text/i18n.ts';
import { copyText } from '@/lib/util/copyText.ts';
import { toCsv } from '@/lib/util/csv.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { listenTo } from '@/lib/util/listenTo.ts';
import type { TabName } from '@/lib/websites/query.ts';
import { useNow } from '../useNow.ts';
import { itemTexts, titleText } from './jobTexts.ts';

/** How often pings keep the worker alive while a job runs (milliseconds). */
const pingInterval = 10_000;

/**
 * Returns the jobs that a tab shows (see `tabOfJob`), newest first, kept up to date. `now`: the present time.
 * `rateLimitOf`: returns the rate limit of a job's service.
 */
export function useJobs(tab: TabName) {
  const rateLimits = useStored(rateLimitsNow);
  const jobs = useWatched<Job[] | undefined>(
    (tell) => watchJobs((all) => tell(all.filter((job) => tabOfJob(job) === tab).reverse())),
    [tab],
  );
  const some = !!jobs?.length;
  const running = jobs?.some(isJobActive) ?? false;
  // Keeps ticking after jobs have ended, because the texts about their end name the day, such as "yesterday".
  const now = useNow(running ? 1000 : some ? 60_000 : undefined);
  useEffect(() => {
    if (!some) return;
    // Also tells the worker which outcomes the person has seen, so that it can clear the badge. On a hidden page, the
    // person sees none.
    const ping = () => void ask('jobs.ping', { seen: document.hidden ? undefined : tab });
    ping();
    const stop = listenTo(document, 'visibilitychange', ping);
    const pings = running ? setInterval(ping, pingInterval) : undefined;
    return () => {
      stop();
      clearInterval(pings);
    };
  }, [tab, some, running]);

  // No rate limit slows an audit, because it sends its requests to the sites, not to the service.
  const rateLimitOf = ({ kind, serviceUrl }: Job): RateLimit =>
    (kind !== 'audit' && rateLimits[new URL(serviceUrl).origin]) || noRateLimit;
  return { jobs, now, rateLimitOf };
}

type TabWork = Partial<Record<TabName, string>>;

const workText = (job: Job) =>
  job.state === 'paused' ? `${titleText(job)} · ${t('addmany.job_paused')}` : titleText(job);

const workIn = (jobs: readonly Job[]): TabWork =>
  Object.fromEntries(jobs.flatMap((job) => (job.ended ? [] : [[tabOfJob(job), workText(job)]])));

/**
 * Returns a text for each tab with unfinished jobs: the title of the newest job, and whether it is paused. Kept up to
 * date.
 */
export const useWork = (): TabWork =>
  useWatched<TabWork>(
    (tell) =>
      watchJobs((jobs) => {
        const now = workIn(jobs);
        // This runs up to twice a second, so the component renders again only if the result differs.
        tell((before) => (isSame(before, now) ? before : now));
      }),
    [],
    {},
  );

export const failedItemsOf = (id: string): Promise<Item[]> => stored('itemsOf', itemsOf, id, 'failed');

/** Resolves to a job's report as CSV: the outcome and the problem of every item in words, but never a password. */
export async function jobCsv({ id, kind }: Job): Promise<string> {
  const rows = (await stored('itemsOf', itemsOf, id)).map((item) => {
    const { text, detail } = itemTexts(kind, item);
    return [item.key, item.outcome ?? item.state, text, unmarked(detail)];
  });
  return toCsv(['domain', 'outcome', 'in_words', 'reason'], rows);
}

export type Again = Omit<Input<'jobs.retry'>, 'id'>;

/**
 * Provides the actions on a job. `watchJobs` reports what they change. `problem`: why the worker could not carry out
 * the last one. It is shown until the job's state or run changes. A job that goes on after a pause is in a new run.
 */
export function useJobActions({ id, state, run }: Job) {
  const at = `${state} ${run.from}`;
  const [failed, setFailed] = useState<{ at: string; problem: Problem }>();
  const show = (answer: Answer<unknown>) => setFailed(answer.ok ? undefined : { at, problem: answer.problem });
  const problem = failed?.at === at ? failed.problem : undefined;
  const actions = {
    onCommand: (command: 'pause' | 'resume' | 'cancel' | 'dismiss') => (): void =>
      void ask(`jobs.${command}`, { id }).then(show),
    onAgain: (again: Again): void => void ask('jobs.retry', { id, ...again }).then(show),
  };
  return { problem, actions };
}

export type JobActions = ReturnType<typeof useJobActions>['actions'];

/** For each filter, the states of the items to show; undefined for all items. */
const filterStates = {
  all: undefined,
  failed: ['failed'],
  unknown: ['unknown'],
  done: ['done'],
  skipped: ['skipped'],
  open: ['sending', 'waiting'],
} as const satisfies Record<string, readonly ItemState[] | undefined>;

export type ItemFilter = keyof typeof filterStates;

/** Provides a filter for the items of a job, and the visible items, which are read again after every change. */
export function useItems(job: Job) {
  const [chosen, setChosen] = useState<ItemFilter>();
  const [view, setView] = useState({ first: 0, last: 0 });
  const { id, counts, total } = job;
  const first = counts.failed ? 'failed' : counts.unknown ? 'unknown' : 'all';
  const filter = chosen ?? (job.ended ? first : 'all');
  // Changes whenever the items may have changed. It contains times, because another try may end with the same counts.
  const version = JSON.stringify([counts, job.until, job.ended]);

  const read = useRead(async () => {
    const { first, last } = view;
    return {
      filter,
      first,
      items: await stored('someItemsOf', someItemsOf, id, filterStates[filter], first, last - first + 1),
    };
  }, [id, filter, view, version]);

  const onWindow = useCallback((first: number, last: number) => setView({ first, last }), []);
  const count = filterStates[filter]?.reduce((sum, state) => sum + (counts[state] ?? 0), 0) ?? total;
  const itemAt = (index: number) => (read?.filter === filter ? read.items[index - read.first] : undefined);
  return { filter, onFilter: setChosen, count, itemAt, onWindow };
}

interface Shown {
  text: string;
  count: number;
  copied: boolean;
  /**
   * Whether the worker has erased the passwords. False if the job is running, if it has another number of passwords by
   * now, or if the outcome of one of its writes is unknown.
   */
  erased?: boolean;
}

/** Provides a job's generated passwords on request. Once they have been copied, the worker erases them. */
export function usePasswords(id: string) {
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState<Problem>();

  /** Notes that the passwords are in the clipboard, and asks the worker to erase them. */
  const copied = async (now: Shown) => {
    setShown({ ...now, copied: true });
    const answer = await ask('jobs.erasePasswords', { id, count: now.count });
    const erased = answer.ok && answer.value;
    setShown((shown) => (shown?.text === now.text ? { ...shown, erased } : shown));
  };
  const take = async () => {
    const answer = await ask('jobs.passwords', { id });
    const found = answer.ok ? answer.value : [];
    // If there are no passwords, reports a problem and leaves the clipboard as it is.
    setProblem(answer.ok ? (found.length ? undefined : { kind: 'setup', code: 'fault' }) : answer.problem);
    if (!found.length) return;
    const text = found.map(({ key, password }) => `${key}\t${password}`).join('\n');
    const now = { text, count: found.length, copied: false };
    if (await copyText(text)) await copied(now);
    else setShown(now);
  };
  return {
    shown,
    problem,
    take,
    onCopied: () => void (shown && !shown.copied && copied(shown)),
    onClose: () => setShown(undefined),
  };
}

/** Provides the dialog that confirms the undo of a job. `run` starts the undo, which is a separate job. */
export function useUndo(job: Job) {
  const [asking, setAsking] = useState<{ names: readonly string[]; busy: boolean; problem?: Problem }>();
  const open = async () => {
    const done = await stored('itemsOf', itemsOf, job.id, 'done').catch(whyUnread);
    const found = Array.isArray(done)
      ? { names: undoItems(job, done).map(({ key }) => key) }
      : { names: [], problem: done };
    setAsking({ ...found, busy: false });
  };
  const close = () => setAsking(undefined);
  const run = async () => {
    if (!asking || asking.busy) return;
    const { names } = asking;
    setAsking({ names, busy: true });
    const answer = await ask('jobs.undo', { id: job.id });
    setAsking(answer.ok ? undefined : { names, busy: false, problem: answer.problem });
  };
  return { asking, open, close, run };
}
