import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { minimumTime, noRateLimit } from '@/lib/services/rateLimit.ts';
import { minutesText } from '@/lib/text/dates.ts';
import { clockText, numberText, plural, t } from '@/lib/text/i18n.ts';
import { problemAction } from '@/lib/text/problems.ts';
import type { CheckState } from './useCheck.ts';

interface CheckBarProps extends Omit<CheckState, 'phase'> {
  /** `reading`: the entries are being parsed, so no service is asked yet. For the other phases, see `CheckState`. */
  phase: CheckState['phase'] | 'reading';
  /** The name of the service with the problem, if there are several services; otherwise ''. */
  at: string;
  unchecked: number;
  /** Whether some sites were not found but may be registered, because the service did not show its whole list. */
  unsure: boolean;
  onAllow: (go: boolean) => void;
  onStop: () => void;
  onAgain: () => void;
  onSettings: () => void;
  onAccess: () => void;
}

function CheckProgress({ asked, left, until, onStop }: CheckBarProps) {
  const total = asked + left;
  return (
    <>
      <div class="row">
        <span role="status">
          {until
            ? t('addmany.waits', { time: clockText(until) })
            : asked
              ? t('addmany.checking_count', { asked: numberText(asked), total: numberText(total) })
              : t('addmany.checking')}
        </span>
        <Button look="quiet" label={t('addmany.check_stop')} onClick={onStop} />
      </div>
      <progress aria-label={t('addmany.checking')} value={asked} max={Math.max(total, 1)} />
    </>
  );
}

function ConfirmMore({ left, onAllow }: CheckBarProps) {
  // The shortest time that the remaining requests may take.
  const time = Math.max(minimumTime(noRateLimit, true, left), left * 300);
  return (
    <div class="row">
      <span role="status">{plural('addmany.ask_more', left, { time: minutesText(time) })}</span>
      <Button label={t('addmany.ask_more')} onClick={() => onAllow(true)} />
      <Button look="quiet" label={t('addmany.ask_skip')} onClick={() => onAllow(false)} />
    </div>
  );
}

function CheckEnd({ asked, problem, unchecked, unsure, onAgain }: CheckBarProps) {
  const isSure = !unchecked && !unsure && !problem;
  const checked = asked ? plural('addmany.checked', asked) : '';
  // Unchecked sites are checked before they are added, but while a service has a problem nothing is added.
  const left = problem ? '' : t('addmany.unchecked_hint');
  const text = unchecked ? left : unsure ? t('addmany.unsure_hint') : checked;
  // Whether the note about the problem offers to try again, so that the button here is not needed.
  const isOffered = problem && problemAction(problem) === 'retry';
  return (
    <div class="row">
      <span role="status" class={isSure ? 'good' : ''}>
        {text && !unchecked && (isSure || unsure) && <Icon name={isSure ? 'check' : 'question'} />}
        {text}
      </span>
      {unchecked > 0 && !isOffered && (
        <Button look="quiet" icon="refresh" label={t('addmany.ask_more')} onClick={onAgain} />
      )}
    </div>
  );
}

const Reading = () => (
  <div class="row">
    <span role="status">{t('addmany.reading')}</span>
  </div>
);

const views = { reading: Reading, asking: CheckProgress, more: ConfirmMore, ended: CheckEnd };

/** Shows the check. The problem of one service is shown even while the check of others continues. */
export function CheckBar(props: CheckBarProps) {
  const { phase, problem, at } = props;
  const View = views[phase];
  return (
    <>
      <View {...props} />
      {problem && (
        <ProblemNote
          problem={problem}
          title={at && `${at}:`}
          onSettings={props.onSettings}
          onAccess={props.onAccess}
          onRetry={props.onAgain}
        />
      )}
    </>
  );
}
