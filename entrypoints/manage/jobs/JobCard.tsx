import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Job } from '@/lib/jobs/types.ts';
import { t } from '@/lib/text/i18n.ts';
import { type JobWays, ReportActions, RunActions } from './JobActions.tsx';
import { countsText, keptText, type Room, shareOf, standingText, titleText } from './jobTexts.ts';

export interface CardProps extends JobWays {
  job: Job;
  now: number;
  room: Room;
  /** The service it is for, where another one is connected. */
  elsewhere: string | undefined;
  onSettings: () => void;
  onAccess: () => void;
  /** The generated passwords, while they are shown. */
  passwords: ComponentChildren;
  /** The table of its sites. */
  children: ComponentChildren;
}

const icons = { failed: 'warning', done: 'check', open: undefined } as const;

/** What is worth interrupting a person for: the end, or a halt. */
function announcement(job: Job): string {
  if (job.ended) return `${titleText(job)}. ${countsText(job)}`;
  return job.state === 'paused' ? t('addmany.standing_paused') : '';
}

/** What keeps a job, and for which service it is where another one is connected: said once. */
function Trouble({ job, elsewhere, onSettings, onAccess }: CardProps) {
  const named = elsewhere && t('addmany.elsewhere', { service: elsewhere });
  const problem = job.ended ? undefined : job.problem;
  const text = problem?.code === 'other-service' ? named : undefined;
  return (
    <>
      {named && !text && (
        <p class="note warn">
          <Icon name="info" />
          <span>{named}</span>
        </p>
      )}
      {problem && (
        <ProblemNote
          key={problem.kind}
          text={text}
          problem={job.state === 'paused' ? problem : { ...problem, retryAfter: undefined }}
          onSettings={onSettings}
          onAccess={onAccess}
        />
      )}
    </>
  );
}

/** A bulk job: how far it is, what keeps it, what came of it, and what can be done about it. */
export function JobCard(props: CardProps) {
  const { job, now, room } = props;
  const id = useId();
  // Below the card of a change there is the list that it changes.
  const [open, setOpen] = useState(job.kind === 'create');
  const outcome = !job.ended ? 'open' : job.counts.failed ? 'failed' : 'done';
  const icon = icons[outcome];
  const kept = keptText(job);
  const details = (
    <button type="button" class="button quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
      {t(open ? 'manage.hide_items' : 'manage.show_items')}
    </button>
  );
  return (
    <section class={`job-panel ${outcome} ${job.state}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {icon && <Icon name={icon} />}
          {titleText(job)}
        </h2>
        <p class="hint">{standingText(job, now, room)}</p>
      </header>
      <Trouble {...props} />
      {!job.ended && <progress aria-labelledby={id} value={shareOf(job)} max={1} />}
      <p>{countsText(job)}</p>
      <p role="status" class="visually-hidden">
        {announcement(job)}
      </p>
      {job.ended ? <ReportActions {...props}>{details}</ReportActions> : <RunActions {...props}>{details}</RunActions>}
      {!job.ended && job.state !== 'paused' && <p class="hint">{t('addmany.goes_on')}</p>}
      {kept && <p class="hint">{kept}</p>}
      {props.passwords}
      {open && props.children}
    </section>
  );
}
