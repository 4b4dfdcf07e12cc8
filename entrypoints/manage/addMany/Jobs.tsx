import { useEffect, useState } from 'preact/hooks';
import { JobPanel } from '@/entrypoints/manage/addMany/JobPanel.tsx';
import { JobPasswords } from '@/entrypoints/manage/addMany/JobPasswords.tsx';
import { JobTable } from '@/entrypoints/manage/addMany/JobTable.tsx';
import { type Room, shareOf } from '@/entrypoints/manage/addMany/jobTexts.ts';
import { percentText } from '@/entrypoints/manage/addMany/times.ts';
import { requestAccess } from '@/lib/connections/permissions.ts';
import { isJobActive, type Job } from '@/lib/jobs/state.ts';
import { ask } from '@/lib/messages/ask.ts';
import { t } from '@/lib/text/i18n.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { pages } from '../pages.ts';
import { reportCsv } from './files.ts';
import { useItems } from './useItems.ts';

interface ShownJob {
  text: string;
  copied: boolean;
}

interface JobProps {
  job: Job;
  now: number;
  room: Room;
}

function AddJob({ job, ...rest }: JobProps) {
  const { id, base } = job;
  const table = useItems(job);
  const [shown, setShown] = useState<ShownJob>();
  const passwords = async () => {
    const answer = await ask('jobs.passwords', { id });
    if (!answer.ok) return;
    const text = answer.value.map(({ key, password }) => `${key}\t${password}`).join('\n');
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setShown({ text, copied });
    if (copied) await ask('jobs.erasePasswords', { id });
  };
  const closePasswords = () => {
    // Where they could not be copied, they are erased now that they have been shown.
    if (!shown?.copied) void ask('jobs.erasePasswords', { id });
    setShown(undefined);
  };
  return (
    <JobPanel
      job={job}
      {...rest}
      onPause={() => void ask('jobs.pause', { id })}
      onResume={() => void ask('jobs.resume', { id })}
      onCancel={() => void ask('jobs.cancel', { id })}
      onRetry={(all, password) => void ask('jobs.retry', { id, rest: all, ...(password ? { password } : {}) })}
      onPasswords={() => void passwords()}
      onCsv={async () => saveFile('waymark-sites.csv', 'text/csv', await reportCsv(job))}
      onDismiss={() => void ask('jobs.dismiss', { id })}
      onSettings={pages.settings}
      onAccess={() => void requestAccess([base])}
    >
      {shown && <JobPasswords {...shown} onClose={closePasswords} />}
      <JobTable job={job} {...table} onFilter={table.setFilter} />
    </JobPanel>
  );
}

/** Progress in the title, so that the tab tells it from afar. */
function useTitle(jobs: readonly Job[]): void {
  const active = jobs.find(isJobActive);
  const percent = active && percentText(shareOf(active));
  useEffect(() => {
    if (!percent) return;
    const before = document.title;
    document.title = t('addmany.title', { percent, page: before });
    return () => {
      document.title = before;
    };
  }, [percent]);
}

interface JobsProps {
  jobs: readonly Job[];
  now: number;
  roomOf: (job: Job) => Room;
}

/** Every job that adds sites and was not dismissed. */
export function Jobs({ jobs, now, roomOf }: JobsProps) {
  useTitle(jobs);
  return (
    <>
      {jobs.map((job) => (
        <AddJob key={job.id} job={job} now={now} room={roomOf(job)} />
      ))}
    </>
  );
}
