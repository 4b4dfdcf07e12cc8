import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { onSubmitted } from '@/components/forms.ts';
import { Icon } from '@/components/Icon.tsx';
import { ignoreHeldKey } from '@/components/ignoreHeldKey.ts';
import { PasswordField } from '@/components/PasswordField.tsx';
import type { Job } from '@/lib/jobs/types.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import { copyText, unknownText } from './jobTexts.ts';
import { type Again, jobActions } from './useJobs.ts';

interface JobProps {
  job: Job;
}

interface ActionsProps extends JobProps {
  /** The button that shows the details. */
  children: ComponentChildren;
}

/** Shows the buttons of a job that has not ended. `waits`: whether the job waits and the person may make it try now. */
export function RunActions({ job: { id, state }, waits, children }: ActionsProps & { waits: boolean }) {
  const { onCommand } = jobActions(id);
  return (
    <div class="row">
      {(state === 'paused' || waits) && (
        <button type="button" class={`button ${state === 'paused' ? 'primary' : ''}`} onClick={onCommand('resume')}>
          {waits && <Icon name="refresh" />}
          {t(waits ? 'addmany.try_now' : 'addmany.resume')}
        </button>
      )}
      {children}
      {state === 'running' && <Button look="quiet" label={t('addmany.pause')} onClick={onCommand('pause')} />}
      {state !== 'cancelled' && <Button look="quiet risky" label={t('addmany.cancel')} onClick={onCommand('cancel')} />}
    </div>
  );
}

/**
 * Returns `press`, which tries items of a job again, and `form`. If the job had a common password, `press` first shows
 * the form, which asks for the password, because that was erased at the end of the job. `text`: the label of the form's
 * button.
 */
function useAgain(job: Job) {
  const { onAgain } = jobActions(job.id);
  const [asking, setAsking] = useState<{ again: Again; text: string }>();
  const [password, setPassword] = useState('');
  const press = (again: Again, text: string) =>
    job.password === 'common' ? setAsking({ again, text }) : onAgain(again);
  const form = asking && (
    <form class="stack again" onSubmit={onSubmitted(() => password && onAgain({ ...asking.again, password }))}>
      <p>{t('addmany.retry_password')}</p>
      <PasswordField value={password} onChange={setPassword} autoFocus />
      <button type="submit" class="button primary" disabled={!password}>
        {asking.text}
      </button>
    </form>
  );
  return { press, form, onAgain };
}

export function UnknownNote({ job }: JobProps) {
  const { press, form, onAgain } = useAgain(job);
  const { unknown = 0 } = job.counts;
  if (!unknown) return null;
  const sendText = plural('addmany.send_again', unknown);
  return (
    <div class="note warn">
      <Icon name="question" />
      <div class="stack">
        <p>{unknownText(job)}</p>
        {form ?? (
          <div class="row">
            <Button icon="refresh" label={t('addmany.look_again')} onClick={() => onAgain({ unknown: 'look' })} />
            {!job.overtaken && <Button label={sendText} onClick={() => press({ unknown: 'send' }, sendText)} />}
          </div>
        )}
      </div>
    </div>
  );
}

function Retry({ job }: JobProps) {
  const { press, form } = useAgain(job);
  if (job.overtaken) return null;
  if (form) return form;
  const { skipped } = job.counts;
  const failed = job.counts.failed - (job.refused ?? 0);
  const text = plural('addmany.retry', failed);
  return (
    <>
      {failed > 0 && <Button icon="refresh" label={text} onClick={() => press({ rest: false }, text)} />}
      {skipped > 0 && (job.kind === 'create' || job.undoes) && (
        // The undo of an addition deletes websites, so its button must not speak of adding.
        <Button
          label={job.undoes ? t('addmany.resume') : plural('addmany.retry_rest', skipped)}
          onClick={() => press({ rest: true }, plural('addmany.add', failed + skipped))}
        />
      )}
    </>
  );
}

interface ReportActionsProps extends ActionsProps {
  /** Puts the failed sites back into the list of sites to add. Only for jobs that add sites. */
  onEdit: (() => void) | undefined;
  onPasswords: () => void;
  /** Opens the dialog that undoes the job. Undefined if there is nothing to undo. */
  onUndo: (() => void) | undefined;
  /** Whether a warning says that Dismiss loses the job's passwords. */
  isWarned: boolean;
  onWarn: () => void;
}

/** Shows the buttons of an ended job. */
export function ReportActions(props: ReportActionsProps) {
  const { job, isWarned, onEdit, onUndo, onPasswords, onWarn, children } = props;
  // The undo of an addition deletes websites.
  const isRisky = job.kind === 'create';
  const { failed } = job.counts;
  return (
    <div class="row">
      {job.secrets > 0 && <Button look="primary" icon="copy" label={copyText(job)} onClick={onPasswords} />}
      {onEdit && failed > 0 && (
        <button type="button" class={job.secrets ? 'button' : 'button primary'} onClick={onEdit}>
          <Icon name="edit" />
          {plural('addmany.edit_failed', failed)}
        </button>
      )}
      <Retry job={job} />
      {children}
      <button
        type="button"
        class={`button ${isWarned ? 'danger' : 'quiet'}`}
        onClick={job.secrets && !isWarned ? onWarn : jobActions(job.id).onCommand('dismiss')}
        onKeyDown={ignoreHeldKey}
      >
        {t(isWarned ? 'manage.dismiss_anyway' : 'manage.dismiss')}
      </button>
      {onUndo && (
        <button type="button" class={`button quiet ${isRisky ? 'risky' : ''}`} onClick={onUndo}>
          {t(isRisky ? 'addmany.undo' : 'popup.undo')}
        </button>
      )}
    </div>
  );
}
