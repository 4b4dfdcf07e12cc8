import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import { endedOf } from '@/lib/jobs/ended.ts';
import { isUnanswered } from '@/lib/jobs/retryPolicy.ts';
import type { Job } from '@/lib/jobs/types.ts';
import type { Problem, ProblemCode } from '@/lib/services/index.ts';
import type { RateLimit } from '@/lib/services/rateLimit.ts';
import { isolated } from '@/lib/text/findings.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import { pages } from '../pages.ts';
import { useConnections } from '../useConnections.ts';
import { useFocusWithin } from '../useFocusWithin.ts';
import { type JobHandlers, ReportActions, RunActions, UnknownNote } from './JobActions.tsx';
import { countsText, elsewhereText, keptText, mayTryNow, serviceText, statusText, titleText } from './jobTexts.ts';

export interface CardProps extends JobHandlers {
  job: Job;
  now: number;
  rateLimit: RateLimit;
  passwords: ComponentChildren;
  children: ComponentChildren;
}

const icons = { failed: 'warning', done: 'check', open: undefined } as const;
function outcomeOf({ ended, counts }: Job): keyof typeof icons {
  if (!ended) return 'open';
  return counts.failed || counts.unknown ? 'failed' : 'done';
}

/** Returns texts by problem code, for problems that need other words for a whole job than for one site. */
const ownTexts = (job: Job, elsewhere: string | undefined): Partial<Record<ProblemCode, string | undefined>> => ({
  'no-answers': t('audit.no_answers'),
  'other-service': elsewhere,
  unconfirmed: isUnanswered(job) ? t('addmany.paused_unconfirmed') : undefined,
});

/**
 * Returns a job's problem as its card shows it. The code for a lost answer is about one site, so it is shown only if
 * lost answers have paused the job. The wait that the service demands is shown only while the job is paused.
 */
function shownProblem(job: Job, { code, ...problem }: Problem): Problem {
  const isOfOneSite = code === 'unconfirmed' || code === 'still-unconfirmed';
  const named = code && (!isOfOneSite || isUnanswered(job)) ? { ...problem, code } : problem;
  return job.state === 'paused' ? named : { ...named, retryAfter: undefined };
}

function JobNotes(props: CardProps & { isWarned: boolean }) {
  const { job, isWarned } = props;
  const elsewhere = elsewhereText(job, useConnections());
  // The status already says that the job waits for the service, and until when.
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
      {job.ended && <UnknownNote {...props} />}
    </>
  );
}

/** Whether the summary line of a job says everything about it, so that there are no details to open. */
const isPlainlyDone = ({ kind, ended, secrets, total, counts, outcomes }: Job) =>
  kind !== 'create' && ended !== undefined && !secrets && counts.done === total && !outcomes['changed-since'];

function Details({ job, onCsv, children }: Pick<CardProps, 'job' | 'onCsv' | 'children'>) {
  const kept = keptText(job);
  return (
    <div class="job-details">
      {!job.ended && job.state !== 'paused' && <p class="hint">{t('addmany.continues')}</p>}
      {children}
      {job.ended && (
        <div class="row">
          <Button icon="download" label={t('addmany.csv')} onClick={onCsv} />
          {kept && <p class="hint">{kept}</p>}
        </div>
      )}
    </div>
  );
}

export function JobCard(props: CardProps) {
  const { job, now, rateLimit, passwords } = props;
  const service = serviceText(job, useConnections());
  const status = statusText(job, now, rateLimit);
  // After the end, the focus does not go to a button, because a key that is still held would press it.
  const card = useFocusWithin<HTMLElement>(job.ended ? '[tabindex]' : 'button');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isPressed, setPressed] = useState(false);
  // The first press warns that Dismiss loses the passwords.
  const isWarned = isPressed && job.secrets > 0;
  const outcome = outcomeOf(job);
  const icon = icons[outcome];
  const counts = countsText(job);
  const details = !isPlainlyDone(job) && (
    <button type="button" class="button quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {t(isOpen ? 'manage.hide_items' : 'manage.show_items')}
    </button>
  );
  return (
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
          <ReportActions {...props} isWarned={isWarned} onWarn={() => setPressed(true)}>
            {details}
          </ReportActions>
        ) : (
          <RunActions {...props} waits={mayTryNow(job, now, rateLimit)}>
            {details}
          </RunActions>
        )}
        {!job.ended && <progress aria-labelledby={id} value={endedOf(job)} max={job.total} />}
      </div>
      <JobNotes {...props} isWarned={isWarned} />
      {passwords}
      {isOpen && details && <Details {...props} />}
    </section>
  );
}
