import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '@/lib/text/i18n.ts';

interface SecretInputProps {
  label: string;
  /** At the end of the label's line. */
  beside?: ComponentChildren;
  value: string;
  onInput: (value: string) => void;
  error?: string;
  note?: string;
  /** The note asks for something. */
  urgent?: boolean;
  /** That something typed before is waiting; the box itself cannot show it. */
  waiting?: string;
  onDiscard?: () => void;
  /** Goes back to what is stored. */
  onCancel?: () => void;
  /** The person has just asked for this box. */
  focus?: boolean;
}

/** A box for a secret: never shown, never filled in by the browser, never kept by its session restore. */
export function SecretInput(props: SecretInputProps) {
  const { label, beside, value, onInput, error, note, urgent, waiting, onDiscard, onCancel, focus } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);
  const discard = () => {
    onDiscard?.();
    input.current?.focus();
  };
  return (
    <div class="field">
      <div class="label-row">
        <label for={id}>{label}</label>
        {beside}
      </div>
      <input
        id={id}
        ref={input}
        type="password"
        dir="ltr"
        autocomplete="off"
        spellcheck={false}
        value={value}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={`${id}-note`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {waiting && (
        <div class="row waiting">
          <span>{waiting}</span>
          <button type="button" class="button quiet" onClick={discard}>
            {t('options.key_discard')}
          </button>
        </div>
      )}
      <p id={`${id}-note`} class={error ? 'error' : urgent ? 'hint urgent' : 'hint'} aria-live="polite">
        {error ?? note}
      </p>
      {onCancel && (
        <button type="button" class="button quiet start" onClick={onCancel}>
          {t('options.cancel_replace')}
        </button>
      )}
    </div>
  );
}
