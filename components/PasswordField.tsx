import { useId, useState } from 'preact/hooks';
import { t } from '@/lib/text/i18n.ts';
import { copyText } from '@/lib/util/copyText.ts';
import { inputLimits } from '@/lib/util/inputLimits.ts';
import { generatePassword } from '@/lib/util/password.ts';
import { plainInput } from './forms.ts';
import { Icon } from './Icon.tsx';

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  error?: string;
  autoFocus?: boolean;
}

/**
 * A `ref` function that focuses the field when it appears. It is declared outside the view, so that a later render does
 * not call it again, when the person may be typing elsewhere.
 */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/** Renders the box for the statistics page's password, in plain text because people share this password. */
export function PasswordField({ value, onChange, placeholder, error, autoFocus }: PasswordFieldProps) {
  const id = useId();
  const [said, setSaid] = useState('');
  const generate = async () => {
    const password = generatePassword();
    onChange(password);
    setSaid(t((await copyText(password)) ? 'password.copied' : 'password.copy_failed'));
  };
  return (
    <div class="field">
      <label for={id}>{t('password.label')}</label>
      <div class="with-end">
        <input
          id={id}
          type="text"
          {...plainInput}
          dir="ltr"
          maxLength={inputLimits.text}
          value={value}
          placeholder={placeholder ?? t('password.placeholder')}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={`${id}-said`}
          ref={autoFocus ? takeFocus : undefined}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
        <button type="button" class="button quiet" onClick={generate}>
          <Icon name="key" />
          {t('password.generate')}
        </button>
      </div>
      <p id={`${id}-said`} class={error ? 'error' : 'hint'} aria-live="polite">
        {error || said}
      </p>
    </div>
  );
}
