import type { ComponentChildren } from 'preact';

interface RadioGroupProps<V> {
  label: string;
  name: string;
  options: readonly { value: V; label: string; hint?: string | undefined }[];
  value: V | undefined;
  onChange: (value: V) => void;
  children?: ComponentChildren;
}

export function RadioGroup<V extends string | number>(props: RadioGroupProps<V>) {
  const { label: legend, name, options, value: chosen, onChange, children } = props;
  return (
    <fieldset class="stack">
      <legend class="visually-hidden">{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <label key={value} class="check">
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChange(value)} />
          <span>
            {label}
            {hint && <span class="hint block">{hint}</span>}
          </span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
