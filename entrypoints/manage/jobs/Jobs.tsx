import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { isJobActive } from '@/lib/jobs/state.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { percentText, t } from '@/lib/text/i18n.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { pages } from '../pages.ts';
import { setTitle } from '../title.ts';
import { useConnections } from '../useConnections.ts';
import { JobCard } from './JobCard.tsx';
import { JobTable } from './JobTable.tsx';
import {
  type Announcement,
  announcement,
  elsewhereText,
  type RateLimitState,
  serviceText,
  shareOf,
} from './jobTexts.ts';
import { UndoDialog } from './UndoDialog.tsx';
import { failedItemsOf, jobActions, jobCsv, useItems, usePasswords } from './useJobs.ts';
import { useUndo } from './useUndo.ts';

interface JobPasswordsProps {
  /** One site and its password per line. */
  text: string;
  copied: boolean;
  /** The person selected and copied all of them. */
  onCopied: () => void;
  onClose: () => void;
}

const selectAll = (box: HTMLTextAreaElement | null) => box?.select();

/** The generated passwords. */
function JobPasswords({ text, copied, onCopied, onClose }: JobPasswordsProps) {
  const id = useId();
  return (
    <div class="note shown">
      <div class="stack">
        <p role="status">{t(copied ? 'addmany.passwords_copied' : 'addmany.passwords_not_copied')}</p>
        <label class="visually-hidden" for={id}>
          {t('addmany.passwords_label')}
        </label>
        <textarea
          id={id}
          ref={selectAll}
          rows={6}
          dir="ltr"
          readOnly
          value={text}
          spellcheck={false}
          onCopy={({ currentTarget: { selectionStart, selectionEnd } }) => {
            if (selectionEnd - selectionStart >= text.length) onCopied();
          }}
        />
        <div class="row">
          <button type="button" class="button" onClick={onClose}>
            {t('addmany.passwords_close')}
          </button>
        </div>
      </div>
    </div>
  );
}

function Items({ job, service }: Pick<JobProps, 'job' | 'service'>) {
  return <JobTable job={job} service={service} {...useItems(job)} />;
}

function passwordsShown({ shown, problem, onCopied, onClose }: ReturnType<typeof usePasswords>) {
  if (shown) return <JobPasswords {...shown} onCopied={onCopied} onClose={onClose} />;
  return problem && <ProblemNote problem={problem} />;
}

interface JobProps {
  job: Job;
  now: number;
  rateLimit: RateLimitState;
  service: string | undefined;
  elsewhere: string | undefined;
  /** Whether its account is connected. */
  isConnected: boolean;
  onEdit: JobsProps['onEdit'];
}

function OneJob({ job, isConnected, onEdit, ...rest }: JobProps) {
  const { id, serviceUrl } = job;
  const edit = async () => onEdit?.(await failedItemsOf(id), job);
  const passwords = usePasswords(id);
  const undo = useUndo(job);
  const { asking } = undo;
  // The undo is sent to its account.
  const canUndo = !!job.ended && !!job.undo?.items && isConnected;
  const onAccess = () => void pages.access(serviceUrl);
  return (
    <>
      <JobCard
        job={job}
        {...rest}
        {...jobActions(id)}
        onEdit={onEdit && job.kind === 'create' ? () => void edit() : undefined}
        onPasswords={() => void passwords.take()}
        onCsv={async () => saveFile('waymark-sites.csv', 'text/csv', await jobCsv(job))}
        onSettings={pages.settings}
        onAccess={onAccess}
        onUndo={canUndo ? () => void undo.open() : undefined}
        passwords={passwordsShown(passwords)}
      >
        <Items job={job} service={rest.service} />
      </JobCard>
      {asking && job.undo && (
        <UndoDialog
          job={job}
          undo={job.undo}
          {...asking}
          onUndo={() => void undo.run()}
          onClose={undo.close}
          onSettings={pages.settings}
          onAccess={onAccess}
        />
      )}
    </>
  );
}

/** Shows a job's progress in the title, so that the browser's tab strip shows it. */
function useTitle(jobs: readonly Job[]): void {
  const active = jobs.find(isJobActive);
  const percent = active ? percentText(shareOf(active)) : '';
  // Changes the title at the same moment as the page.
  useLayoutEffect(() => {
    setTitle({ percent });
    return () => setTitle({ percent: '' });
  }, [percent]);
}

interface JobsProps {
  jobs: readonly Job[];
  now: number;
  rateLimitOf: (job: Job) => RateLimitState;
  /** Puts the failed sites back into the list. */
  onEdit?: ((failed: Item[], job: Job) => void) | undefined;
}

/** Shows jobs, and announces their news to screen readers. */
export function Jobs({ jobs, now, rateLimitOf, onEdit }: JobsProps) {
  const connections = useConnections();
  const announced = useRef<Announcement>(undefined);
  announced.current = announcement(jobs, announced.current);
  useTitle(jobs);
  return (
    <>
      <p role="status" class="visually-hidden">
        {announced.current.text}
      </p>
      {jobs.map((job) => (
        <OneJob
          key={job.id}
          job={job}
          now={now}
          rateLimit={rateLimitOf(job)}
          service={serviceText(job, connections)}
          elsewhere={elsewhereText(job, connections)}
          isConnected={connections.some(({ account }) => account === job.account)}
          onEdit={onEdit}
        />
      ))}
    </>
  );
}
