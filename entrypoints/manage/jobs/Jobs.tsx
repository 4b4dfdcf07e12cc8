import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { focusText } from '@/components/focusText.ts';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { earlierOf, percentOf } from '@/lib/jobs/ended.ts';
import { isJobActive } from '@/lib/jobs/state.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { numberText, percentText, t } from '@/lib/text/i18n.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { setTitle } from '../title.ts';
import { ShownConnectionProvider, useConnections } from '../useConnections.ts';
import { JobCard } from './JobCard.tsx';
import { JobTable } from './JobTable.tsx';
import { type Announcement, announcement } from './jobTexts.ts';
import { UndoDialog } from './UndoDialog.tsx';
import { failedItemsOf, jobActions, jobCsv, type useJobs, usePasswords, useUndo } from './useJobs.ts';

function JobPasswords({ shown, problem, onCopied, onClose }: ReturnType<typeof usePasswords>) {
  const id = useId();
  if (!shown) return problem ? <ProblemNote problem={problem} /> : null;
  const { text, copied } = shown;
  return (
    <div class="note shown">
      <div class="stack">
        <p role="status" id={id}>
          {t(copied ? 'addmany.passwords_copied' : 'addmany.passwords_not_copied')}
        </p>
        <textarea
          aria-label={t('addmany.passwords_label')}
          aria-describedby={id}
          ref={focusText}
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
          <Button label={t('manage.close')} onClick={onClose} />
        </div>
      </div>
    </div>
  );
}

type JobProps = Pick<JobsProps, 'now' | 'rateLimitOf' | 'onEdit'> & { job: Job };

function OneJob({ job, now, rateLimitOf, onEdit }: JobProps) {
  const passwords = usePasswords(job.id);
  const { asking, ...undo } = useUndo(job);
  // Whether the job's account, to which an undo is sent, is still connected.
  const isConnected = useConnections().some(({ account }) => account === job.account);
  const canUndo = !!job.ended && !!job.undo?.items && isConnected;
  return (
    <>
      <JobCard
        job={job}
        now={now}
        rateLimit={rateLimitOf(job)}
        {...jobActions(job.id)}
        onEdit={onEdit && job.kind === 'create' ? async () => onEdit(await failedItemsOf(job.id), job) : undefined}
        onPasswords={() => void passwords.take()}
        onCsv={async () => saveFile('waymark-sites.csv', 'text/csv', await jobCsv(job))}
        onUndo={canUndo ? () => void undo.open() : undefined}
        passwords={<JobPasswords {...passwords} />}
      >
        <JobTable job={job} />
      </JobCard>
      {asking && job.undo && (
        <ShownConnectionProvider value={{ serviceUrl: job.serviceUrl }}>
          <UndoDialog job={job} undo={job.undo} {...asking} onUndo={() => void undo.run()} onClose={undo.close} />
        </ShownConnectionProvider>
      )}
    </>
  );
}

interface JobsProps extends Pick<ReturnType<typeof useJobs>, 'now' | 'rateLimitOf'> {
  jobs: readonly Job[];
  onEdit?: ((failed: Item[], job: Job) => void) | undefined;
}

/** Shows jobs, and announces when one begins, pauses or ends. Earlier jobs are folded, to keep the list in sight. */
export function Jobs({ jobs, ...rest }: JobsProps) {
  const announced = useRef<Announcement>(undefined);
  announced.current = announcement(jobs, announced.current);
  const active = jobs.find(isJobActive);
  const percent = active ? percentText(percentOf(active)) : '';
  // Changes the title, which the browser's tab strip shows, at the same moment as the page.
  useLayoutEffect(() => {
    setTitle({ percent });
    return () => setTitle({ percent: '' });
  }, [percent]);
  const earlier = earlierOf(jobs);
  const shown = (some: readonly Job[]) => some.map((job) => <OneJob key={job.id} job={job} {...rest} />);
  return (
    <>
      <p role="status" class="visually-hidden">
        {announced.current.text}
      </p>
      {shown(jobs.filter((job) => !earlier.includes(job)))}
      {earlier.length > 0 && (
        <details class="earlier-jobs">
          <summary>
            {t('manage.earlier_jobs')} <span class="count">{numberText(earlier.length)}</span>
          </summary>
          {shown(earlier)}
        </details>
      )}
    </>
  );
}
