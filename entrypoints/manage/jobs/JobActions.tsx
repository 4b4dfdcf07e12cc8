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
import type { jobActions } from './useJobs.ts';

/** The actions on a job: those of `jobActions`, and others that its card offers. */
export interface JobHandlers extends ReturnType<typeof jobActions> {
  /** Puts the failed sites back into the list of sites to add. Only for jobs that add sites. */
  onEdit?: (() => void) | undefined;
  onPasswords: () => void;
  onCsv: () => void;
  /** Opens the dialog that undoes the job. Left out if there is nothing to undo. */
  onUndo?: (() => void) | undefined;
}

/** The props of the actions on a job. `children`: the button that shows the details. */
type JobActionsProps = JobHandlers & { job: Job; children: ComponentChildren };

/** Shows the buttons of a job that has not ended. `waits`: whether the job waits and the person may make it try now. */
export function RunActions({ job, waits, children, ...on }: JobActionsProps & { waits: boolean }) {
  return (
    <div class="row">
      {(job.state === 'paused' || waits) && (
        <button type="button" class={`button ${job.state === 'paused' ? 'primary' : ''}`} onClick={on.onResume}>
          {waits && <Icon name="refresh" />}
          {t(waits ? 'addmany.try_now' : 'addmany.resume')}
        </button>
      )}
      {children}
      {job.state === 'running' && <Button look="quiet" label={t('addmany.pause')} onClick={on.onPause} />}
      {job.state !== 'cancelled' && <Button look="quiet risky" label={t('addmany.cancel')} onClick={on.onCancel} />}
    </div>
  );
}

/** Asks for the common password again, because it was erased when the job ended. */
function AgainForm({ text, onSubmit }: { text: string; onSubmit: (password: string) => void }) {
  const [password, setPassword] = useState('');
  return (
    <form class="stack again" onSubmit={onSubmitted(() => password && onSubmit(password))}>
      <p>{t('addmany.retry_password')}</p>
      <PasswordField value={password} onChange={setPassword} autoFocus />
      <button type="submit" class="button primary" disabled={!password}>
        {text}
      </button>
    </form>
  );
}

/** Says how many items have an unknown outcome, and shows buttons to look up or send all of them again. */
export function UnknownNote({ job, onLookAgain, onSendAgain }: Omit<JobActionsProps, 'children'>) {
  const [asking, setAsking] = useState(false);
  const { unknown = 0 } = job.counts;
  if (!unknown) return null;
  const sendText = plural('addmany.send_again', unknown);
  const needsPassword = job.password === 'common';
  return (
    <div class="note warn">
      <Icon name="question" />
      <div class="stack">
        <p>{unknownText(job)}</p>
        {asking ? (
          <AgainForm text={sendText} onSubmit={onSendAgain} />
        ) : (
          <div class="row">
            <Button icon="refresh" label={t('addmany.look_again')} onClick={onLookAgain} />
            {!job.overtaken && (
              <Button label={sendText} onClick={() => (needsPassword ? setAsking(true) : onSendAgain())} />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

function Retry({ job, onRetry }: Pick<JobHandlers, 'onRetry'> & { job: Job }) {
  const [asking, setAsking] = useState<{ rest: boolean }>();
  if (job.overtaken) return null;
  const { skipped } = job.counts;
  const failed = job.counts.failed - (job.refused ?? 0);
  // A common password is erased when its job ends, so it has to be typed again.
  const press = (rest: boolean) => (job.password === 'common' ? setAsking({ rest }) : onRetry(rest));
  if (asking)
    return (
      <AgainForm
        text={asking.rest ? plural('addmany.add', failed + skipped) : plural('addmany.retry', failed)}
        onSubmit={(password) => onRetry(asking.rest, password)}
      />
    );
  return (
    <>
      {failed > 0 && <Button icon="refresh" label={plural('addmany.retry', failed)} onClick={() => press(false)} />}
      {skipped > 0 && (job.kind === 'create' || job.undoes) && (
        // The undo of an addition deletes websites, so its button must not speak of adding.
        <Button
          label={job.undoes ? t('addmany.resume') : plural('addmany.retry_rest', skipped)}
          onClick={() => press(true)}
        />
      )}
    </>
  );
}

/** Shows the buttons of an ended job. `isWarned`: whether a warning says that Dismiss loses the job's passwords. */
export function ReportActions(props: JobActionsProps & { isWarned: boolean }) {
  const { job, isWarned, onEdit, onUndo, onPasswords, onDismiss, children } = props;
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
      <Retry {...props} />
      {children}
      <button
        type="button"
        class={`button ${isWarned ? 'danger' : 'quiet'}`}
        onClick={onDismiss}
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
