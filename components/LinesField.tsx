import { useId } from 'preact/hooks';

interface LinesFieldProps {
  label: string;
  hint?: string;
  /** One entry per line, as typed. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Why the entries were refused. */
  error?: string;
  /** Warnings about the entries. */
  remarks?: readonly string[];
}

/** A text area with one entry per line. */
export function LinesField({ label, hint, value, onChange, placeholder, error, remarks = [] }: LinesFieldProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`, remarks.length && `${id}-remarks`].filter(Boolean);
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
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={about.join(' ') || undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
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
      {remarks.length > 0 && (
        <ul class="hint remarks" id={`${id}-remarks`}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
