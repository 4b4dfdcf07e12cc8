import { useEffect } from 'preact/hooks';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { isJobActive, type Job } from '@/lib/jobs/state.ts';
import { t } from '@/lib/text/i18n.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { percentText } from '../addMany/times.ts';
import { pages } from '../pages.ts';
import { JobCard } from './JobCard.tsx';
import { JobPasswords } from './JobPasswords.tsx';
import { JobTable } from './JobTable.tsx';
import { jobActions } from './jobActions.ts';
import { type Room, shareOf } from './jobTexts.ts';
import { reportCsv } from './report.ts';
import { useItems } from './useItems.ts';
import { usePasswords } from './usePasswords.ts';

function Items({ job }: { job: Job }) {
  return <JobTable job={job} {...useItems(job)} />;
}

function Passwords({ passwords }: { passwords: ReturnType<typeof usePasswords> }) {
  const { shown, problem, onCopied, onClose } = passwords;
  if (shown) return <JobPasswords {...shown} onCopied={onCopied} onClose={onClose} />;
  return problem ? <ProblemNote problem={problem} /> : null;
}

interface JobProps {
  job: Job;
  now: number;
  room: Room;
  elsewhere: string | undefined;
}

function OneJob({ job, ...rest }: JobProps) {
  const { id, base } = job;
  const passwords = usePasswords(id);
  return (
    <JobCard
      job={job}
      {...rest}
      {...jobActions(id)}
      onPasswords={() => void passwords.take()}
      onCsv={async () => saveFile('waymark-sites.csv', 'text/csv', await reportCsv(job))}
      onSettings={pages.settings}
      onAccess={() => void pages.access(base)}
      passwords={<Passwords passwords={passwords} />}
    >
      <Items job={job} />
    </JobCard>
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
  /** The service that is connected. */
  serviceUrl: string | undefined;
  jobs: readonly Job[];
  now: number;
  roomOf: (job: Job) => Room;
}

/** An address as people know it. */
const shown = (url: string) => url.replace(/^https?:\/\/|\/$/g, '');

/** Jobs that were not dismissed. */
export function Jobs({ serviceUrl, jobs, now, roomOf }: JobsProps) {
  useTitle(jobs);
  return (
    <>
      {jobs.map((job) => (
        <OneJob
          key={job.id}
          job={job}
          now={now}
          room={roomOf(job)}
          elsewhere={job.base === serviceUrl ? undefined : shown(job.base)}
        />
      ))}
    </>
  );
}
