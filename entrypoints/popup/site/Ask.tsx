import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { onSubmitted, plainInput } from '@/components/forms.ts';
import { t } from '@/lib/text/i18n.ts';
import { useFocus } from './useFocus.ts';

interface AskProps {
  title: string;
  label: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
  onSubmit: () => void;
  /** The text above the box, which says why the name or address is needed. */
  children: ComponentChildren;
}

/** Shows a form with a single box, for a host name or an address. */
export function Ask({ title, label, placeholder, value, error, onType, onSubmit, children }: AskProps) {
  const id = useId();
  const box = useFocus<HTMLInputElement>();
  return (
    <form class="stack" onSubmit={onSubmitted(onSubmit)}>
      <h1>{title}</h1>
      {children}
      <div class="field">
        <label for={id}>{label}</label>
        <input
          id={id}
          dir="ltr"
          inputMode="url"
          {...plainInput}
          placeholder={placeholder}
          value={value}
          ref={box}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={`${id}-error`}
          onInput={(event) => onType(event.currentTarget.value)}
        />
        <p class="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      </div>
      <button type="submit" class="button primary wide">
        {t('popup.use_domain')}
      </button>
    </form>
  );
}
