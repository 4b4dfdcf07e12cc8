import { useEffect, useState } from 'preact/hooks';
import { isJobActive } from '@/lib/jobs/state.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { rateLimitsNow, watchJobs } from '@/lib/jobs/watch.ts';
import { ask } from '@/lib/messages/ask.ts';
import { minimumTime, nextRequestAt, noRateLimit, type RateLimit } from '@/lib/services/rateLimit.ts';
import { get, watch } from '@/lib/storage/settings.ts';
import type { Room } from './jobTexts.ts';

/** So often the worker is kept awake while a job runs (milliseconds). */
const pingInterval = 10_000;

function usePaces(): Record<string, RateLimit> {
  const [paces, setPaces] = useState<Record<string, RateLimit>>({});
  useEffect(() => {
    void get(rateLimitsNow).then(setPaces);
    return watch(rateLimitsNow, setPaces);
  }, []);
  return paces;
}

/** The jobs that add sites, or those that change them, newest first: how far they are, and what the service's limit leaves to them. */
export function useJobs(what: 'adds' | 'changes') {
  const [jobs, setJobs] = useState<Job[]>();
  const [now, setNow] = useState(Date.now);
  const paces = usePaces();
  useEffect(
    () => watchJobs((all) => setJobs(all.filter(({ kind }) => (kind === 'create') === (what === 'adds')).reverse())),
    [what],
  );

  const some = !!jobs?.length;
  const running = jobs?.some(isJobActive) ?? false;
  useEffect(() => {
    if (!some) return;
    // Once for a job that has ended, too: its outcome has been seen, the badge may go.
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

  const roomOf = (job: Job): Room => {
    const pace = paces[new URL(job.base).origin] ?? noRateLimit;
    const careful = job.speed === 'careful';
    const left = job.counts.waiting + job.counts.sending;
    return {
      least: minimumTime(pace, careful, left),
      until: nextRequestAt(pace, careful, now),
      stated: pace.limit !== undefined,
    };
  };
  return { jobs, now, roomOf };
}
