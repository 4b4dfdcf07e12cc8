import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Job } from '@/lib/jobs/state.ts';
import { t } from '@/lib/text/i18n.ts';
import { type JobWays, ReportActions, RunActions } from './JobActions.tsx';
import { countsText, type Room, shareOf, standingText, titleText } from './jobTexts.ts';

interface Props extends JobWays {
  job: Job;
  now: number;
  room: Room;
  onSettings: () => void;
  onAccess: () => void;
  /** The table of its sites; above it the passwords, while they are shown. */
  children: ComponentChildren;
}

const jobIcons = { failed: 'warning', done: 'check', open: undefined } as const;

/** What is worth interrupting a person for: the end, or a halt. */
function announcement(job: Job): string {
  if (job.ended) return `${titleText(job)}. ${countsText(job)}`;
  return job.state === 'paused' ? t('addmany.standing_paused') : '';
}

/** A bulk job: how far it is, what keeps it, what came of it, and what can be done about it. */
export function JobPanel(props: Props) {
  const { job, now, room } = props;
  const id = useId();
  const outcome = !job.ended ? 'open' : job.counts.failed ? 'failed' : 'done';
  const icon = jobIcons[outcome];
  const actions = <>{job.ended ? <ReportActions {...props} /> : <RunActions {...props} />}</>;
  return (
    <section class={`job-panel ${outcome} ${job.state}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {icon && <Icon name={icon} />}
          {titleText(job)}
        </h2>
        {!job.ended && <p class="hint">{standingText(job, now, room)}</p>}
      </header>
      {!job.ended && <progress aria-labelledby={id} value={shareOf(job)} max={1} />}
      <p>{countsText(job)}</p>
      <p role="status" class="visually-hidden">
        {announcement(job)}
      </p>
      {job.problem && !job.ended && (
        <ProblemNote
          key={job.problem.kind}
          problem={job.state === 'paused' ? job.problem : { ...job.problem, retryAfter: undefined }}
          onSettings={props.onSettings}
          onAccess={props.onAccess}
        />
      )}
      {actions}
      {!job.ended && job.state !== 'paused' && <p class="hint">{t('addmany.goes_on')}</p>}
      {props.children}
    </section>
  );
}
