import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '@/lib/text/i18n.ts';

interface RemoveButtonProps {
  /** The accessible name of the first button, where `Forget` alone would not say what. */
  name: string;
  warning: string;
  confirm: string;
  onForget: () => void;
}

/** Forgets a secret in two steps: what it means is said before it happens. */
export function RemoveButton({ name, warning, confirm, onForget }: RemoveButtonProps) {
  const [asking, setAsking] = useState(false);
  const confirmButton = useRef<HTMLButtonElement>(null);
  const firstButton = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    if (asking) confirmButton.current?.focus();
    else if (wasAsking.current) firstButton.current?.focus();
    wasAsking.current = asking;
  }, [asking]);
  if (!asking)
    return (
      <button
        ref={firstButton}
        type="button"
        class="button quiet risky"
        aria-label={name}
        onClick={() => setAsking(true)}
      >
        {t('options.forget')}
      </button>
    );
  return (
    <fieldset class="confirm" aria-label={name}>
      <p>{warning}</p>
      <div class="row">
        <button ref={confirmButton} type="button" class="button danger" onClick={onForget}>
          {confirm}
        </button>
        <button type="button" class="button" onClick={() => setAsking(false)}>
          {t('options.cancel')}
        </button>
      </div>
    </fieldset>
  );
}
