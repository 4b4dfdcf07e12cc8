import { useRef } from 'preact/hooks';
import type { Privacy } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/sites.ts';
import { Icon, type IconName } from './Icon.tsx';
import { useTraits } from './useTraits.ts';

const privacyChoices: readonly { value: Privacy; icon: IconName; hint: () => string }[] = [
  { value: 0, icon: 'globe', hint: () => t('privacy.public_hint') },
  { value: 1, icon: 'lock', hint: () => t('privacy.private_hint') },
  { value: 2, icon: 'key', hint: () => t('privacy.password_hint') },
];

interface PrivacyChoiceProps {
  value: Privacy | undefined;
  /** `byArrowKey`: moving through the group with arrow keys also selects values that the person does not want. */
  onChange: (value: Privacy, byArrowKey: boolean) => void;
  /** Enter was pressed, or the focus left the group. */
  onSettled?: () => void;
  disabled?: boolean;
  /** Distinguishes several groups on one page. */
  name?: string;
  error?: string;
}

/** Who may see the statistics page. Nothing is selected if the service does not report it. */
export function PrivacyChoice({ value, onChange, onSettled, disabled, name = 'privacy', error }: PrivacyChoiceProps) {
  const { privacy: modes } = useTraits();
  const byArrowKey = useRef(false);
  const hint = privacyChoices.find((choice) => choice.value === value)?.hint();
  if (!modes.length) return null;
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${name}-label`}
      aria-describedby={`${name}-hint`}
      aria-invalid={error ? 'true' : undefined}
      onKeyDown={({ key }) => {
        byArrowKey.current = key.startsWith('Arrow');
        if (key === 'Enter') onSettled?.();
      }}
      onKeyUp={() => {
        byArrowKey.current = false;
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) onSettled?.();
      }}
    >
      <span class="label" id={`${name}-label`}>
        {t('privacy.label')}
      </span>
      <div class="segments">
        {privacyChoices
          .filter((choice) => modes.includes(choice.value))
          .map((choice) => (
            <label key={choice.value}>
              <input
                type="radio"
                name={name}
                checked={choice.value === value}
                disabled={disabled}
                onChange={() => onChange(choice.value, byArrowKey.current)}
              />
              <Icon name={choice.icon} />
              {privacyText(choice.value)}
            </label>
          ))}
      </div>
      <p class="hint" id={`${name}-hint`}>
        {hint ?? t('privacy.unknown')}
        {error && <span class="error">{error}</span>}
      </p>
    </div>
  );
}
