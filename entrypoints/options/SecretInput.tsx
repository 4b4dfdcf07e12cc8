import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

interface RemoveButtonProps {
  /** The accessible name of the first button, if `Forget` alone would be unclear. */
  name: string;
  warning: string;
  confirm: string;
  onForget: () => void;
}

/** Removes a secret in two steps, with a warning before the second. */
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

interface StoredProps {
  /** Says that a secret is stored; never contains it. */
  text: string;
  replace?: string;
  replaceName: string;
  onReplace: () => void;
  /** The button to remove it. */
  children: ComponentChildren;
}

/** Replaces a secret's input once the secret is stored. */
export function Stored({ text, replace = t('options.replace'), replaceName, onReplace, children }: StoredProps) {
  return (
    <div class="stored">
      <span class="stored-text">
        <Icon name="check" />
        {text}
      </span>
      <button type="button" class="button quiet" aria-label={replaceName} onClick={onReplace}>
        {replace}
      </button>
      {children}
    </div>
  );
}

interface SecretInputProps {
  label: string;
  /** Shown at the end of the label's line. */
  beside?: ComponentChildren;
  value: string;
  onInput: (value: string) => void;
  error?: string;
  note?: string;
  /** The note asks the person to do something. */
  urgent?: boolean;
  /** Keeps the stored secret. */
  onCancel?: () => void;
}

/** An input for a secret: masked, without autofill, and not saved by the browser's session restore. */
export function SecretInput(props: SecretInputProps) {
  const { label, beside, value, onInput, error, note, urgent, onCancel } = props;
  const id = useId();
  return (
    <div class="field">
      <div class="label-row">
        <label for={id}>{label}</label>
        {beside}
      </div>
      <input
        id={id}
        type="password"
        dir="ltr"
        autocomplete="off"
        spellcheck={false}
        value={value}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={`${id}-note`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
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
