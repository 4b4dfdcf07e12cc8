import { useId, useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { focusText } from '@/components/focusText.ts';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import { endedOf } from '@/lib/jobs/ended.ts';
import { keptUntil } from '@/lib/jobs/kept.ts';
import { isUnanswered } from '@/lib/jobs/retryPolicy.ts';
import type { Job } from '@/lib/jobs/types.ts';
import type { Problem, ProblemCode } from '@/lib/services/index.ts';
import type { RateLimit } from '@/lib/services/rateLimit.ts';
import { dayText } from '@/lib/text/dates.ts';
import { isolated } from '@/lib/text/findings.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { useFocusWithin } from '../focus.ts';
import { ProblemAlert } from '../ProblemAlert.tsx';
import { pages } from '../pages.ts';
import { useConnections } from '../useConnections.ts';
import { ReportActions, type ReportActionsProps, RunActions, UnknownNote } from './JobActions.tsx';
import { JobTable } from './JobTable.tsx';
import { countsText, elsewhereText, mayTryNow, serviceText, statusText, titleText } from './jobTexts.ts';
import { UndoDialog } from './UndoDialog.tsx';
import { type JobActions, jobCsv, useJobActions, usePasswords, useUndo } from './useJobs.ts';

export interface CardProps extends Pick<ReportActionsProps, 'job' | 'onEdit'> {
  now: number;
  rateLimitOf: (job: Job) => RateLimit;
}

const icons = { failed: 'warning', done: 'check', open: undefined } as const;
function outcomeOf({ ended, counts }: Job): keyof typeof icons {
  if (!ended) return 'open';
  return counts.failed || counts.unknown ? 'failed' : 'done';
}

/** Returns texts by problem code, for problems that are described differently for a whole job than for one site. */
const ownTexts = (job: Job, elsewhere: string | undefined): Partial<Record<ProblemCode, string | undefined>> => ({
  'no-answers': t('audit.no_answers'),
  'other-service': elsewhere,
  unconfirmed: isUnanswered(job) ? t('addmany.paused_unconfirmed') : undefined,
});

/**
 * Returns a job's problem as its card shows it. Keeps `retryAfter` only if the job is paused. Drops the code for a lost
 * answer, which is about one site, unless lost answers have paused the job.
 */
function shownProblem(job: Job, { code, ...problem }: Problem): Problem {
  const isOfOneSite = code === 'unconfirmed' || code === 'still-unconfirmed';
  const named = code && (!isOfOneSite || isUnanswered(job)) ? { ...problem, code } : problem;
  return job.state === 'paused' ? named : { ...named, retryAfter: undefined };
}

function JobNotes({ job, isWarned, onAgain }: { job: Job; isWarned: boolean } & Pick<JobActions, 'onAgain'>) {
  const elsewhere = elsewhereText(job, useConnections());
  // Whether the job's status already says that it waits for the service, and until when.
  const isTold = job.state === 'running' && job.problem?.kind === 'busy';
  const problem = job.ended || isTold ? undefined : job.problem;
  const isUnheard = problem?.code === 'no-answers';
  const text = problem?.code && ownTexts(job, elsewhere)[problem.code];
  return (
    <>
      {elsewhere && text !== elsewhere && (
        <p class="note warn">
          <Icon name="info" />
          <span>{elsewhere}</span>
        </p>
      )}
      {problem && (
        <ProblemNote
          key={problem.kind}
          title={job.problemSite && `${isolated(toUnicode(job.problemSite))}:`}
          domain={job.problemSite}
          text={text}
          problem={shownProblem(job, problem)}
          onSettings={isUnheard ? undefined : pages.settings}
          onAccess={() => void pages.access(job.serviceUrl)}
        />
      )}
      {job.ended && isWarned && (
        <p class="note warn" role="alert">
          <Icon name="warning" />
          {plural('addmany.passwords_warning', job.secrets)}
        </p>
      )}
      {job.ended && <UnknownNote job={job} onAgain={onAgain} />}
    </>
  );
}

/** Whether a job's summary line says everything about it, so that there are no details to open. */
const isPlainlyDone = ({ kind, ended, secrets, total, counts, outcomes }: Job) =>
  kind !== 'create' &&
  ended !== undefined &&
  !secrets &&
  counts.done === total &&
  !outcomes['changed-since'] &&
  !outcomes.overridden;

function JobPasswords({ shown, problem, onCopied, onClose }: ReturnType<typeof usePasswords>) {
  const id = useId();
  if (!shown) return problem ? <ProblemNote role="alert" problem={problem} /> : null;
  const { text, copied, erased } = shown;
  const said = erased ? 'addmany.passwords_copied' : 'tracking.copied';
  return (
    <div class="note shown">
      <div class="stack">
        <p role="status" id={id}>
          {t(copied ? said : 'addmany.passwords_not_copied')}
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

function Details({ job }: { job: Job }) {
  const kept = keptUntil(job);
  const save = async () => saveFile('waymark-sites.csv', 'text/csv', await jobCsv(job));
  return (
    <div class="job-details">
      {!job.ended && job.state !== 'paused' && <p class="hint">{t('addmany.continues')}</p>}
      <JobTable job={job} />
      {job.ended && (
        <div class="row">
          <Button icon="download" label={t('addmany.csv')} onClick={save} />
          {kept !== undefined && <p class="hint">{t('addmany.kept_until', { date: dayText(kept, 'long') })}</p>}
        </div>
      )}
    </div>
  );
}

export function JobCard({ job, now, rateLimitOf, onEdit }: CardProps) {
  const service = serviceText(job, useConnections());
  const rateLimit = rateLimitOf(job);
  const status = statusText(job, now, rateLimit);
  // After the end of a job, no button receives the focus, because a key that is still held would press it.
  const card = useFocusWithin<HTMLElement>(job.ended ? '[tabindex]' : 'button');
  const id = useId();
  const { problem, actions } = useJobActions(job);
  const passwords = usePasswords(job.id);
  const undo = useUndo(job);
  const [isOpen, setOpen] = useState(false);
  const [isPressed, setPressed] = useState(false);
  // The first press of Dismiss only warns that the passwords will be lost.
  const isWarned = isPressed && job.secrets > 0;
  const outcome = outcomeOf(job);
  const icon = icons[outcome];
  const counts = countsText(job);
  const details = !isPlainlyDone(job) && (
    <Button
      look="quiet"
      aria-expanded={isOpen}
      label={t(isOpen ? 'manage.hide_items' : 'manage.show_items')}
      onClick={() => setOpen(!isOpen)}
    />
  );
  return (
    <>
      <section
        ref={card}
        class={`job-panel ${outcome} ${job.state}`}
        aria-labelledby={service ? `${id} ${id}-service` : id}
      >
        <div class="job-line">
          <h2 id={id} tabIndex={-1}>
            {icon && <Icon name={icon} />}
            {titleText(job)}
          </h2>
          {counts && <p class="job-counts">{counts}</p>}
          <p class="hint">
            {service && <bdi id={`${id}-service`}>{service}</bdi>}
            {service && status && ' · '}
            {status}
          </p>
          {job.ended ? (
            <ReportActions
              {...actions}
              job={job}
              onEdit={onEdit}
              onPasswords={() => void passwords.take()}
              onUndo={() => void undo.open()}
              isWarned={isWarned}
              onWarn={() => setPressed(true)}
            >
              {details}
            </ReportActions>
          ) : (
            <RunActions {...actions} job={job} waits={mayTryNow(job, now, rateLimit)}>
              {details}
            </RunActions>
          )}
          {!job.ended && <progress aria-labelledby={id} value={endedOf(job)} max={job.total} />}
        </div>
        <ProblemAlert problem={problem} />
        <JobNotes job={job} isWarned={isWarned} onAgain={actions.onAgain} />
        <JobPasswords {...passwords} />
        {isOpen && details && <Details job={job} />}
      </section>
      <UndoDialog job={job} {...undo} />
    </>
  );
}
