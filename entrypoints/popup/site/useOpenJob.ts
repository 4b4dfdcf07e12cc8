import { useEffect, useState } from 'preact/hooks';
import { isJobActive } from '@/lib/jobs/state.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { watchJobs } from '@/lib/jobs/watch.ts';

/** The bulk job to show: one under way, or else a paused one. */
export function useOpenJob(): Job | undefined {
  const [job, setJob] = useState<Job>();
  useEffect(
    () => watchJobs((jobs) => setJob(jobs.find(isJobActive) ?? jobs.find(({ state }) => state === 'paused'))),
    [],
  );
  return job;
}
