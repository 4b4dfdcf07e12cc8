import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '@/lib/text/i18n.ts';
import type { FieldProblem } from './connectionFields.ts';
import { addressText } from './connectionTexts.ts';

interface AddressFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  problem?: FieldProblem;
  /** What was typed, where what stands in the box now is mended. */
  mended?: string;
  children?: ComponentChildren;
}

/** The address of a service. */
export function AddressField({ label, value, onInput, problem, mended }: AddressFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="url"
        dir="ltr"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={value}
        placeholder={t('options.address_placeholder')}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={`${id}-note`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <p id={`${id}-note`} class={problem ? 'error' : 'hint'} aria-live="polite">
        {problem ? addressText(problem) : mended !== undefined && t('options.mended', { typed: mended.trim() })}
      </p>
    </div>
  );
}
