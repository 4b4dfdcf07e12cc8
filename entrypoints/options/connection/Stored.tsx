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
  if (state.asked !== what)
    return (
      <Button
        id={slot(`ask ${what}`)}
        look={isQuiet ? 'quiet risky' : 'risky'}
        label={label}
        onClick={() => send({ type: 'asked', what, focus: `keep ${what}` })}
      />
    );
  return (
    <fieldset class="confirm" aria-label={label}>
      {warning && <p>{warning}</p>}
      <div class="row">
        <Button look="danger" label={label} onClick={() => send({ type: 'confirmed' })} />
        <Button
          id={slot(`keep ${what}`)}
          label={t('popup.cancel')}
          onClick={() => send({ type: 'asked', what: undefined, focus: `ask ${what}` })}
        />
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
        <Button
          id={slot(replace.slot)}
          look="quiet"
          aria-label={replace.label}
          label={t('options.replace')}
          onClick={replace.onClick}
        />
      )}
      <Confirm {...confirm} isQuiet />
    </div>
  );
}
