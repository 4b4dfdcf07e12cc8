import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { onSubmitted } from '@/components/forms.ts';
import { Icon } from '@/components/Icon.tsx';
import { ignoreHeldKey } from '@/components/ignoreHeldKey.ts';
import { PasswordField } from '@/components/PasswordField.tsx';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import { useConnections } from '../useConnections.ts';
import { copyText } from './jobTexts.ts';
import { type Again, failedItemsOf, type JobActions } from './useJobs.ts';

interface ActionsProps extends JobActions {
  job: Job;
  children: ComponentChildren;
}

type AgainProps = Pick<ActionsProps, 'job' | 'onAgain'>;

/** Shows the buttons of a job that has not ended. `waits`: whether the job waits but the person may make it try now. */
export function RunActions({ job: { state }, waits, onCommand, children }: ActionsProps & { waits: boolean }) {
  return (
    <div class="row">
      {(state === 'paused' || waits) && (
        <Button
          look={state === 'paused' ? 'primary' : undefined}
          icon={waits ? 'refresh' : undefined}
          label={t(waits ? 'addmany.try_now' : 'addmany.resume')}
          onClick={onCommand('resume')}
        />
      )}
      {children}
      {state === 'running' && <Button look="quiet" label={t('addmany.pause')} onClick={onCommand('pause')} />}
      {state !== 'cancelled' && <Button look="quiet risky" label={t('addmany.cancel')} onClick={onCommand('cancel')} />}
    </div>
  );
}

/**
 * Returns `press`, which tries items of a job again. If the job had a common password, this was erased when the job
 * ended, so `press` first shows `form`, which asks for it. `text`: the label of the form's button.
 */
function useAgain({ job, onAgain }: AgainProps) {
  const [asking, setAsking] = useState<{ again: Again; text: string }>();
  const [password, setPassword] = useState('');
  const press = (again: Again, text: string) =>
    job.password === 'common' ? setAsking({ again, text }) : onAgain(again);
  const form = asking && (
    <form class="stack again" onSubmit={onSubmitted(() => password && onAgain({ ...asking.again, password }))}>
      <p>{t('addmany.retry_password')}</p>
      <PasswordField value={password} onChange={setPassword} autoFocus />
      <Button type="submit" look="primary" disabled={!password} label={asking.text} />
    </form>
  );
  return { press, form };
}

export function UnknownNote(props: AgainProps) {
  const { press, form } = useAgain(props);
  const { job, onAgain } = props;
  const { unknown = 0 } = job.counts;
  if (!unknown) return null;
  const sendText = plural('addmany.send_again', unknown);
  return (
    <div class="note warn">
      <Icon name="question" />
      <div class="stack">
        {/* Sending a create again may register a website twice, so its text warns of that. */}
        <p>{plural(job.kind === 'create' ? 'addmany.unknown_ask' : 'manage.unknown_ask', unknown)}</p>
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

function Retry(props: AgainProps) {
  const { press, form } = useAgain(props);
  const { job } = props;
  if (job.overtaken) return null;
  if (form) return form;
  const { skipped } = job.counts;
  const failed = job.counts.failed - (job.refused ?? 0);
  const text = plural('addmany.retry', failed);
  return (
    <>
      {failed > 0 && <Button icon="refresh" label={text} onClick={() => press({ rest: false }, text)} />}
      {skipped > 0 && (job.kind === 'create' || job.undoes) && (
        // The undo of an addition deletes websites, so its button must not use the word "add".
        <Button
          label={job.undoes ? t('addmany.resume') : plural('addmany.retry_rest', skipped)}
          onClick={() => press({ rest: true }, plural('addmany.add', failed + skipped))}
        />
      )}
    </>
  );
}

export interface ReportActionsProps extends ActionsProps {
  /** Puts the failed sites of an addition back into the list of sites to add. */
  onEdit?: ((failed: Item[], job: Job) => void) | undefined;
  onPasswords: () => void;
  onUndo: () => void;
  /** Whether a warning is shown that Dismiss loses the job's passwords. */
  isWarned: boolean;
  onWarn: () => void;
}

export function ReportActions(props: ReportActionsProps) {
  const { job, isWarned, onCommand, onAgain, onEdit, onUndo, onPasswords, onWarn, children } = props;
  const { kind, undo, counts } = job;
  const { failed } = counts;
  // Whether there is something to undo, and the job's account, which gets the undo, is still connected.
  const canUndo = useConnections().some(({ account }) => account === job.account) && !!undo?.items;
  const edit = async () => onEdit?.(await failedItemsOf(job.id), job);
  return (
    <div class="row">
      {job.secrets > 0 && <Button look="primary" icon="copy" label={copyText(job)} onClick={onPasswords} />}
      {onEdit && kind === 'create' && failed > 0 && (
        <Button
          look={job.secrets ? undefined : 'primary'}
          icon="edit"
          label={plural('addmany.edit_failed', failed)}
          onClick={edit}
        />
      )}
      <Retry job={job} onAgain={onAgain} />
      {children}
      <Button
        look={isWarned ? 'danger' : 'quiet'}
        label={t(isWarned ? 'manage.dismiss_anyway' : 'manage.dismiss')}
        onClick={job.secrets && !isWarned ? onWarn : onCommand('dismiss')}
        onKeyDown={ignoreHeldKey}
      />
      {/* The undo of an addition deletes websites. */}
      {canUndo && kind === 'create' && <Button look="quiet risky" label={t('addmany.undo')} onClick={onUndo} />}
      {canUndo && kind !== 'create' && <Button look="quiet" label={t('popup.undo')} onClick={onUndo} />}
    </div>
  );
}
