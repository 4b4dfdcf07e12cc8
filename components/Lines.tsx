import { useId } from 'preact/hooks';

interface Props {
  label: string;
  hint?: string;
  /** One entry a line, as typed. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
}

/** A box with one entry a line. */
export function Lines({ label, hint, value, onChange, placeholder }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        dir="ltr"
        spellcheck={false}
        value={value}
        placeholder={placeholder}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
