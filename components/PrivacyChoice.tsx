import { useRef, useState } from 'preact/hooks';
import type { Privacy } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/sites.ts';
import { Icon, type IconName } from './Icon.tsx';
import { useTraits } from './useTraits.ts';

const privacyChoices: readonly { value: Privacy; icon: IconName; hint: (hasTeam?: boolean, teams?: true) => string }[] =
  [
    { value: 0, icon: 'globe', hint: () => t('privacy.public_hint') },
    {
      value: 1,
      icon: 'lock',
      hint: (hasTeam, teams) => t(hasTeam && teams ? 'privacy.team_hint' : 'privacy.private_hint'),
    },
    { value: 2, icon: 'key', hint: () => t('privacy.password_hint') },
  ];

interface PrivacyChoiceProps {
  value: Privacy | undefined;
  onChange: (value: Privacy) => void;
  /**
   * Whether a click, Enter or Space saves a choice at once. An arrow key then only previews a choice, so that moving
   * past Public does not make the statistics public.
   */
  savesAtOnce?: boolean;
  /**
   * Set while `value` is not saved because its password is still missing. The only element of the array is the saved
   * privacy, or undefined if that is unknown.
   */
  unsavedFrom?: readonly [Privacy | undefined] | undefined;
  /** Called when an arrow key previews another choice. */
  onMove?: () => void;
  disabled?: boolean;
  /** Whether the website belongs, or will belong, to a team. */
  hasTeam?: boolean;
  /** The name of this group of radio buttons, which must be unique on the page. */
  name?: string;
  error?: string;
}

/** Renders the choice of who may see the statistics page. Nothing is selected if the privacy is unknown. */
export function PrivacyChoice(props: PrivacyChoiceProps) {
  const { value, onChange, savesAtOnce, unsavedFrom, onMove, disabled, hasTeam, name = 'privacy', error } = props;
  const { privacy: modes, teams } = useTraits();
  const byArrowKey = useRef(false);
  const [moved, setMoved] = useState<Privacy>();
  // Previews exist only for choices that are saved at once. Otherwise, an arrow key makes a choice.
  if (moved !== undefined && !savesAtOnce) setMoved(undefined);
  const pending = moved === value ? undefined : moved;
  const shown = pending ?? value;
  const hint = privacyChoices.find((choice) => choice.value === shown)?.hint(hasTeam, teams);
  if (!modes.length) return null;
  const choose = (privacy: Privacy) => {
    setMoved(undefined);
    onChange(privacy);
  };
  const change = (privacy: Privacy) => {
    if (!savesAtOnce || !byArrowKey.current) return choose(privacy);
    setMoved(privacy);
    onMove?.();
  };
  const [before] = unsavedFrom ?? [];
  const still = before === undefined ? '' : t('popup.still', { privacy: privacyText(before) });
  const unsaved =
    pending !== undefined ? t('privacy.not_saved') : unsavedFrom && `${still} ${t('privacy.unsaved')}`.trim();
  const settle = () => pending !== undefined && choose(pending);
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${name}-label`}
      aria-describedby={`${name}-hint`}
      aria-invalid={error ? 'true' : undefined}
      onKeyDown={({ key }) => {
        byArrowKey.current = key.startsWith('Arrow');
        if (key === 'Enter' || key === ' ') settle();
      }}
      onKeyUp={() => {
        byArrowKey.current = false;
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        // A key that is released outside this group sends no keyup event to the group.
        if (!currentTarget.contains(relatedTarget as Node | null)) byArrowKey.current = false;
      }}
    >
      <span class="label" id={`${name}-label`}>
        {t('privacy.label')}
      </span>
      <div class={unsaved ? 'segments pending' : 'segments'}>
        {privacyChoices
          .filter((choice) => modes.includes(choice.value))
          .map((choice) => (
            <label key={choice.value}>
              <input
                type="radio"
                name={name}
                checked={choice.value === shown}
                disabled={disabled}
                // Saves a previewed choice. Its radio button is already checked, so a click causes no change event.
                onClick={() => choice.value === shown && settle()}
                onChange={() => change(choice.value)}
              />
              <Icon name={choice.icon} />
              {privacyText(choice.value)}
            </label>
          ))}
      </div>
      <p class="hint" id={`${name}-hint`}>
        <span class="warned" aria-live="polite">
          {unsaved && <Icon name="warning" />}
          {unsaved}
        </span>
        {!unsaved && (hint ?? t('privacy.unknown'))}
        {error && <span class="error">{error}</span>}
      </p>
    </div>
  );
}
