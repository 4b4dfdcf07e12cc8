import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { slot, useForm } from './Field.tsx';
import type { Asked } from './state.ts';

interface ConfirmProps {
  what: Asked;
  /** The text of the button, and of the button that confirms. It names what will be removed. */
  label: string;
  warning?: string;
  isQuiet?: boolean;
}

/** Renders a button that removes something. The first press replaces the button with a question. */
export function Confirm({ what, label, warning, isQuiet }: ConfirmProps) {
  const { state, send } = useForm();
  const button = slot(`ask ${what}`);
  if (state.asked !== what)
    return (
      <button
        type="button"
        id={button}
        class={isQuiet ? 'button quiet risky' : 'button risky'}
        onClick={() => send({ type: 'asked', what, focus: `keep ${what}` })}
      >
        {label}
      </button>
    );
  return (
    <fieldset class="confirm" aria-label={label}>
      {warning && <p>{warning}</p>}
      <div class="row">
        <Button look="danger" label={label} onClick={() => send({ type: 'confirmed' })} />
        <button
          type="button"
          id={slot(`keep ${what}`)}
          class="button"
          onClick={() => send({ type: 'asked', what: undefined, focus: `ask ${what}` })}
        >
          {t('options.cancel')}
        </button>
      </div>
    </fieldset>
  );
}

interface StoredProps extends ConfirmProps {
  /** Describes the stored secret without revealing it. */
  text: string;
  icon?: 'key' | 'info';
  replace?: { label: string; slot: string; onClick: () => void };
}

/**
 * Renders a line about a secret that is stored or will be saved, with a button to remove it and, if possible, one to
 * replace it.
 */
export function Stored({ text, icon = 'key', replace, ...confirm }: StoredProps) {
  return (
    <div class="stored">
      <span class="stored-text">
        <Icon name={icon} />
        {text}
      </span>
      {replace && (
        <button
          type="button"
          id={slot(replace.slot)}
          class="button quiet"
          aria-label={replace.label}
          onClick={replace.onClick}
        >
          {t('options.replace')}
        </button>
      )}
      <Confirm {...confirm} isQuiet />
    </div>
  );
}
