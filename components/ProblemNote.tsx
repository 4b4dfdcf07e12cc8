import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { type Action, problemAction, problemText } from '@/lib/text/problems.ts';
import { Icon, type IconName } from './Icon.tsx';
import { useLostFocus } from './useLostFocus.ts';

interface ProblemNoteProps {
  problem: Problem;
  domain?: string;
  /** What failed; shown before the sentence. */
  title?: string;
  /** Replaces the usual sentence for this problem. */
  text?: string;
  /** The remedy is the main button of the page: below the note, and focused if it replaces what had the focus. */
  main?: boolean;
  /** The remedy is under way. */
  busy?: boolean;
  onSettings?: () => void;
  onAccess?: () => void;
  onRetry?: () => void;
  /** Registers the site although it may be registered already, or soon. */
  onAnyway?: () => void;
  /** Further actions. */
  children?: ComponentChildren;
}

/** Seconds until the service allows another try; counted anew after each. */
function useSeconds(from: number | undefined = 0, busy = false): number {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    const until = Date.now() + from * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = from && !busy ? setInterval(tick, 1000) : undefined;
    return () => clearInterval(timer);
  }, [from, busy]);
  return busy ? 0 : left;
}

const remedies: Record<Exclude<Action, 'none'>, { icon: IconName; text: () => string }> = {
  settings: { icon: 'gear', text: () => t('popup.open_settings') },
  access: { icon: 'lock', text: () => t('popup.grant_access') },
  anyway: { icon: 'plus', text: () => t('registration.anyway') },
  retry: { icon: 'refresh', text: () => t('popup.try_again') },
};

interface RemedyProps {
  action: keyof typeof remedies;
  main: boolean;
  busy: boolean;
  /** Seconds. */
  after: number | undefined;
  onClick: () => void;
}

function Remedy({ action, main, busy, after, onClick }: RemedyProps) {
  const seconds = useSeconds(after, busy);
  const isReady = seconds === 0 && !busy;
  const button = useLostFocus<HTMLButtonElement>(main);
  const { icon, text } = remedies[action];
  return (
    // Otherwise a screen reader would announce every second.
    <div aria-live="off">
      <button
        type="button"
        class={main ? 'button primary wide' : 'button'}
        aria-disabled={!isReady}
        ref={button}
        onClick={() => isReady && onClick()}
      >
        <Icon name={icon} />
        {seconds > 0 ? t('popup.try_again_in', { seconds }) : text()}
      </button>
    </div>
  );
}

/** What happened, in one sentence, and the one thing to do about it. */
export function ProblemNote(props: ProblemNoteProps) {
  const { problem, domain, title, text, main = false, busy = false, children, ...on } = props;
  const action = problemAction(problem);
  const acts = { settings: on.onSettings, access: on.onAccess, anyway: on.onAnyway, retry: on.onRetry };
  const act = action === 'none' ? undefined : acts[action];
  const remedy = action !== 'none' && act && (
    <Remedy key={problem.retryAfter} action={action} main={main} busy={busy} after={problem.retryAfter} onClick={act} />
  );
  return (
    <>
      <div class={`note ${action === 'anyway' ? 'warn' : 'danger'}`}>
        <Icon name="warning" />
        <div class="stack">
          <p>
            {title && <b>{title} </b>}
            {text ?? problemText(problem, domain)}
          </p>
          {!main && remedy}
          {problem.code === 'still-unconfirmed' && on.onAnyway && (
            <button type="button" class="button" onClick={on.onAnyway}>
              {t('registration.anyway')}
            </button>
          )}
          {children}
        </div>
      </div>
      {main && remedy}
    </>
  );
}
