import { useEffect, useState } from 'preact/hooks';
import { isJobActive } from '@/lib/jobs/state.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { rateLimitsNow, watchJobs } from '@/lib/jobs/watch.ts';
import { ask } from '@/lib/messages/ask.ts';
import { minimumTime, nextRequestAt, noRateLimit, type RateLimit } from '@/lib/services/rateLimit.ts';
import { get, watch } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import type { TabName } from '@/lib/websites/query.ts';
import { type RateLimitState, titleText } from './jobTexts.ts';

/** How often the worker is pinged to stay alive while a job runs (milliseconds). */
const pingInterval = 10_000;

function useRateLimits(): Record<string, RateLimit> {
  const [rateLimits, setRateLimits] = useState<Record<string, RateLimit>>({});
  useEffect(() => {
    void get(rateLimitsNow).then(setRateLimits);
    return watch(rateLimitsNow, setRateLimits);
  }, []);
  return rateLimits;
}

/** The jobs that add sites, or those that change them, newest first, with the rate limit that applies to each. */
export function useJobs(what: 'adds' | 'changes') {
  const [jobs, setJobs] = useState<Job[]>();
  const [now, setNow] = useState(Date.now);
  const rateLimits = useRateLimits();
  useEffect(
    () => watchJobs((all) => setJobs(all.filter(({ kind }) => (kind === 'create') === (what === 'adds')).reverse())),
    [what],
  );

  const some = !!jobs?.length;
  const running = jobs?.some(isJobActive) ?? false;
  useEffect(() => {
    if (!some) return;
    // Also once for a job that has ended: its outcome was seen, so the worker may clear the badge.
    const ping = () => void ask('jobs.ping', {});
    ping();
    if (!running) return;
    const pings = setInterval(ping, pingInterval);
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => {
      clearInterval(pings);
      clearInterval(clock);
    };
  }, [some, running]);

  const rateLimitOf = (job: Job): RateLimitState => {
    const rateLimit = rateLimits[new URL(job.serviceUrl).origin] ?? noRateLimit;
    const careful = job.speed === 'careful';
    const left = job.counts.waiting + job.counts.sending;
    return {
      least: minimumTime(rateLimit, careful, left),
      until: nextRequestAt(rateLimit, careful, now),
      stated: rateLimit.limit !== undefined,
    };
  };
  return { jobs, now, rateLimitOf };
}

type Work = Partial<Record<TabName, string>>;

const workIn = (jobs: readonly Job[]): Work =>
  Object.fromEntries(
    jobs
      .filter(({ ended }) => ended === undefined)
      .map((job) => [
        job.kind === 'create' ? 'add' : 'websites',
        [titleText(job), ...(job.state === 'paused' ? [t('addmany.job_paused')] : [])].join(' · '),
      ]),
  );

/** What is under way on each tab, or is paused there. */
export function useWork(): Work {
  const [work, setWork] = useState<Work>({});
  useEffect(
    () =>
      watchJobs((jobs) => {
        const now = workIn(jobs);
        // Told twice a second: the page is drawn again only for what changes in it.
        setWork((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
      }),
    [],
  );
  return work;
}
