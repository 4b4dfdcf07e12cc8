import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { PreviewRow } from '@/lib/addMany/rows.ts';
import { nameOf } from '@/lib/connections/name.ts';
import { minimumTime, noRateLimit } from '@/lib/services/rateLimit.ts';
import { clockText, minutesText } from '@/lib/text/dates.ts';
import { numberText, plural, t } from '@/lib/text/i18n.ts';
import { problemAction } from '@/lib/text/problems.ts';
import { pages } from '../pages.ts';
import { useConnections } from '../useConnections.ts';
import type { CheckState, useCheck } from './useCheck.ts';
import type { ParsedEntries } from './useParsedEntries.ts';

interface CheckBarProps {
  check: ReturnType<typeof useCheck>;
  read: ParsedEntries;
  rows: readonly PreviewRow[];
  onStop: () => void;
  onAccess: () => void;
}

type ViewProps = CheckBarProps & { state: CheckState; onAgain: () => void };

function CheckProgress({ state: { asked, left, until }, onStop }: ViewProps) {
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

function ConfirmMore({ state: { left }, check: { allow } }: ViewProps) {
  // The shortest time that the remaining requests may take.
  const time = Math.max(minimumTime(noRateLimit, true, left), left * 300);
  return (
    <div class="row">
      <span role="status">{plural('addmany.ask_more', left, { time: minutesText(time) })}</span>
      <Button label={t('addmany.ask_more')} onClick={() => allow(true)} />
      <Button look="quiet" label={t('addmany.ask_skip')} onClick={() => allow(false)} />
    </div>
  );
}

function CheckEnd({ state: { asked, problem }, rows, onAgain }: ViewProps) {
  const unchecked = rows.some(({ status }) => status === 'unchecked');
  // These may be registered, because the service did not show its whole list.
  const unsure = rows.some(({ status }) => status === 'unsure');
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
      {unchecked && !isOffered && (
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

const views = { asking: CheckProgress, more: ConfirmMore, ended: CheckEnd };

export function CheckBar(props: CheckBarProps) {
  const { check, read, onAccess } = props;
  const isSeveral = useConnections().length > 1;
  const state = read.problem ? ({ ...check.state, phase: 'ended', problem: read.problem } as const) : check.state;
  const { phase, problem } = state;
  // While entries are being parsed, no service is asked.
  const View = read.parsed || read.problem ? views[phase] : Reading;
  const onAgain = read.problem ? read.again : check.again;
  return (
    <>
      <View {...props} state={state} onAgain={onAgain} />
      {problem && (
        <ProblemNote
          problem={problem}
          title={isSeveral && !read.problem && check.failed ? `${nameOf(check.failed)}:` : ''}
          onSettings={pages.settings}
          onAccess={onAccess}
          onRetry={onAgain}
        />
      )}
    </>
  );
}
