import { useEffect, useId, useRef } from 'preact/hooks';

interface Props {
  label: string;
  hint?: string;
  /** Undefined: not reported by the service; shown as neither on nor off. */
  checked: boolean | undefined;
  onChange: (checked: boolean) => void;
}

/** A labelled check box with a third, unknown state. */
export function Check({ label, hint, checked, onChange }: Props) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === undefined;
  }, [checked]);
  return (
    <div class="check">
      <input
        id={id}
        ref={box}
        type="checkbox"
        checked={checked ?? false}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{label}</label>
        {hint && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
