import type { ComponentChildren, Ref } from 'preact';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { type Action, problemAction, problemText } from '@/lib/text/problems.ts';
import { Icon, type IconName } from './Icon.tsx';
import { useWatched } from './useWatched.ts';

/**
 * Counts down the seconds until the service allows another try, starting at `from`. Returns 0 during a try (`busy`),
 * and starts at `from` again afterwards.
 */
function useSeconds(from: number | undefined = 0, busy = false): number {
  const left = useWatched<number>(
    (tell) => {
      const until = Date.now() + from * 1000;
      const tick = () => tell(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
      tick();
      const timer = from && !busy ? setInterval(tick, 1000) : undefined;
      return () => clearInterval(timer);
    },
    [from, busy],
    from,
  );
  return busy ? 0 : left;
}

const remedies: Record<Exclude<Action, 'none'>, { icon: IconName; text: () => string }> = {
  settings: { icon: 'gear', text: () => t('popup.open_settings') },
  access: { icon: 'lock', text: () => t('popup.grant_access') },
  anyway: { icon: 'plus', text: () => t('registration.anyway') },
  retry: { icon: 'refresh', text: () => t('popup.try_again') },
};

interface RemedyProps {
  problem: Problem;
  /** The `ref` of the button. Passed if this is the main button of the page. */
  control?: Ref<HTMLButtonElement>;
  busy?: boolean;
  onSettings?: () => void;
  onAccess?: () => void;
  onRetry?: () => void;
  /** Registers the site although it may already be registered, or an earlier request may still register it. */
  onAnyway?: () => void;
}

/** A wait of at least this many seconds is shown in minutes. */
const longWait = 90;

/** Renders the button for the one action that may solve a problem, if there is such an action. */
export function Remedy({ problem, control, busy = false, ...on }: RemedyProps) {
  const seconds = useSeconds(problem.retryAfter, busy);
  const action = problemAction(problem);
  if (action === 'none') return null;
  const onClick = { settings: on.onSettings, access: on.onAccess, anyway: on.onAnyway, retry: on.onRetry }[action];
  if (!onClick) return null;
  const isReady = seconds === 0 && !busy;
  const { icon, text } = remedies[action];
  const wait =
    seconds < longWait
      ? t('popup.try_again_in', { seconds })
      : t('popup.try_again_minutes', { minutes: Math.ceil(seconds / 60) });
  return (
    // Live announcements are off; otherwise, a screen reader would announce every second.
    <div aria-live="off">
      <button
        type="button"
        class={control ? 'button primary wide' : 'button'}
        aria-disabled={!isReady}
        ref={control}
        onClick={() => isReady && onClick()}
      >
        <Icon name={icon} />
        {seconds > 0 ? wait : text()}
      </button>
    </div>
  );
}

interface ProblemNoteProps extends Omit<RemedyProps, 'control'> {
  domain?: string;
  /** A bold text before the sentence about the problem, such as the name of the site or of the service. */
  title?: string;
  /** A sentence that replaces the usual one for this problem. */
  text?: string;
  /** Further actions, shown below the usual one. */
  children?: ComponentChildren;
  /** Passed if screen readers are to announce the problem as soon as it appears, wherever the focus is. */
  role?: 'alert';
}

export function ProblemNote({ domain, title, text, children, role, ...remedy }: ProblemNoteProps) {
  const { problem, onAnyway } = remedy;
  return (
    <div role={role} class={`note ${problemAction(problem) === 'anyway' ? 'warn' : 'danger'}`}>
      <Icon name="warning" />
      <div class="stack">
        <p>
          {title && <b>{title} </b>}
          {text ?? problemText(problem, domain)}
        </p>
        <Remedy {...remedy} />
        {problem.code === 'still-unconfirmed' && onAnyway && (
          <button type="button" class="button" onClick={onAnyway}>
            {t('registration.anyway')}
          </button>
        )}
        {children}
      </div>
    </div>
  );
}
