import { Icon } from '@/components/Icon.tsx';
import { tabOfJob } from '@/lib/jobs/watch.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { useOpenJob } from './useOpenJob.ts';

/** Shows the progress of a running or paused bulk job, as a button that opens the manage page at the job's tab. */
export function JobStrip({ onOpen }: { onOpen: (query: string) => void }) {
  const job = useOpenJob();
  if (!job) return null;
  const { state, total, counts } = job;
  const values = { done: numberText(counts.done), total: numberText(total), failed: numberText(counts.failed) };
  const isPaused = state === 'paused';
  return (
    <button
      type="button"
      class={isPaused ? 'job-strip paused' : 'job-strip'}
      onClick={() => onOpen(`?tab=${tabOfJob(job)}`)}
    >
      <span class="row">
        <Icon name="list" />
        {t(isPaused ? 'addmany.badge_paused' : 'addmany.badge_running', values)}
      </span>
      <progress max={total} value={total - counts.waiting - counts.sending} aria-hidden="true" />
    </button>
  );
}
