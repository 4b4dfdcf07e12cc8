import { useId } from 'preact/hooks';

interface CheckboxProps {
  label: string;
  hint?: string;
  /**
   * Undefined if the service does not report the value. The box is then neither checked nor unchecked (indeterminate).
   */
  checked: boolean | undefined;
  onChange: (checked: boolean) => void;
  error?: string;
}

export function Checkbox({ label, hint, checked, onChange, error }: CheckboxProps) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={checked ?? false}
        indeterminate={checked === undefined}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{label}</label>
        {hint && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        {error && (
          <p class="error" id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
