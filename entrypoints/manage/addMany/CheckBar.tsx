import { type ComponentChildren, Fragment } from 'preact';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { nameOf } from '@/lib/connections/name.ts';
import { minimumTime, noRateLimit } from '@/lib/services/rateLimit.ts';
import { clockText, minutesText } from '@/lib/text/dates.ts';
import { numberText, plural, t } from '@/lib/text/i18n.ts';
import { problemAction } from '@/lib/text/problems.ts';
import { pages } from '../pages.ts';
import { checkOf, readOf, rowsOf } from './select.ts';
import type { AddMany, CheckState } from './state.ts';
import { send } from './store.ts';

interface ViewProps {
  state: AddMany;
  check: CheckState;
  onAgain: () => void;
}

/**
 * What the bar shows: a text and the elements around it. The text is announced, unless it is a count (`isCounting`).
 */
interface Bar {
  text: ComponentChildren;
  isCounting?: boolean;
  isSure?: boolean;
  buttons?: ComponentChildren;
  below?: ComponentChildren;
}

function checkProgress({ check: { asked, left, until } }: ViewProps): Bar {
  const total = asked + left;
  const counts = { asked: numberText(asked), total: numberText(total) };
  const progress = asked ? t('addmany.checking_count', counts) : t('addmany.checking');
  return {
    text: until ? t('addmany.waits', { time: clockText(until) }) : progress,
    isCounting: !until && asked > 0,
    buttons: <Button look="quiet" label={t('manage.stop')} onClick={() => send('check-stopped')} />,
    below: <progress aria-label={t('addmany.checking')} value={asked} max={Math.max(total, 1)} />,
  };
}

function confirmMore({ check: { left } }: ViewProps): Bar {
  // A low estimate of the time that the remaining requests will take (milliseconds).
  const time = Math.max(minimumTime(noRateLimit, true, left), left * 300);
  return {
    text: plural('addmany.ask_more', left, { time: minutesText(time) }),
    buttons: (
      <>
        <Button label={t('addmany.ask_more')} onClick={() => send('check-allowed', true)} />
        <Button look="quiet" label={t('addmany.ask_skip')} onClick={() => send('check-allowed', false)} />
      </>
    ),
  };
}

function checkEnd({ state, check: { asked, problem }, onAgain }: ViewProps): Bar {
  const rows = rowsOf(state);
  const unchecked = rows.some(({ status }) => status === 'unchecked');
  // `unsure`: the site may be registered, because the service did not show its whole list.
  const unsure = rows.some(({ status }) => status === 'unsure');
  const isSure = !unchecked && !unsure && !problem;
  const checked = asked ? plural('addmany.checked', asked) : '';
  // Says that unchecked sites are checked before they are added. Left out if a service has a problem, because its sites
  // are then not added.
  const left = problem ? '' : t('addmany.unchecked_hint');
  const text = unchecked ? left : unsure ? t('addmany.unsure_hint') : checked;
  // Whether the note about the problem already offers to try again, so that no button is needed here.
  const isOffered = problem && problemAction(problem) === 'retry';
  return {
    text: (
      <>
        {text && !unchecked && (isSure || unsure) && <Icon name={isSure ? 'check' : 'question'} />}
        {text}
      </>
    ),
    isSure,
    buttons: unchecked && !isOffered && (
      <Button look="quiet" icon="refresh" label={t('addmany.ask_more')} onClick={onAgain} />
    ),
  };
}

const reading = (): Bar => ({ text: t('addmany.reading') });

const bars = { asking: checkProgress, more: confirmMore, ended: checkEnd };

export function CheckBar({ state, onAccess }: { state: AddMany; onAccess: () => void }) {
  const read = readOf(state);
  const { failed, ...asked } = checkOf(state);
  const check = read.problem ? ({ ...asked, phase: 'ended', problem: read.problem } as const) : asked;
  const { phase, problem } = check;
  // No service is asked while entries are being parsed, so the bar then says only that the list is being read.
  const barOf = read.parsed || read.problem ? bars[phase] : reading;
  const onAgain = () => send(read.problem ? 'parse-again' : 'check-again');
  // One element for all phases: screen readers announce a changed text, but not the first text of an element.
  const bar = barOf({ state, check, onAgain });
  return (
    <>
      <div class="row">
        <span role="status" aria-live={bar.isCounting ? 'off' : 'polite'} class={bar.isSure ? 'good' : ''}>
          {bar.text}
        </span>
        {/* New buttons for each phase, so that a key that is still held presses none of the next phase. */}
        <Fragment key={phase}>{bar.buttons}</Fragment>
      </div>
      {bar.below}
      {problem && (
        <ProblemNote
          role="alert"
          problem={problem}
          title={state.list.length > 1 && !read.problem && failed ? `${nameOf(failed)}:` : ''}
          onSettings={pages.settings}
          onAccess={onAccess}
          onRetry={onAgain}
        />
      )}
    </>
  );
}
