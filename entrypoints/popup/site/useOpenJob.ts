import { useWatched } from '@/components/useWatched.ts';
import { isJobActive } from '@/lib/jobs/state.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { watchJobs } from '@/lib/jobs/watch.ts';

/**
 * Returns the bulk job to show: the running one or, if none is running, a paused one. Undefined if there is neither.
 */
export function useOpenJob(): Job | undefined {
  return useWatched<Job | undefined>(
    (tell) => watchJobs((jobs) => tell(jobs.find(isJobActive) ?? jobs.find(({ state }) => state === 'paused'))),
    [],
  );
}
