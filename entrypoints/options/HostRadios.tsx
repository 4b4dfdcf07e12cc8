import { useId } from 'preact/hooks';
import type { HostChoice } from '@/lib/hosts/parse.ts';
import { t } from '@/lib/text/i18n.ts';

const hostChoiceLabels: readonly { value: HostChoice; label: () => string; hint: () => string }[] = [
  { value: 'seen', label: () => t('popup.host_seen'), hint: () => t('options.host_seen_hint') },
  { value: 'bare', label: () => t('popup.host_bare'), hint: () => t('options.host_bare_hint') },
  { value: 'registrable', label: () => t('popup.host_registrable'), hint: () => t('options.host_registrable_hint') },
];

interface HostRadiosProps {
  value: HostChoice;
  onChange: (value: HostChoice) => void;
}

/** Which spelling of a site's name is registered unless the person chooses another. */
export function HostRadios({ value, onChange }: HostRadiosProps) {
  const id = useId();
  return (
    <fieldset>
      <legend class="label">{t('options.host_choice')}</legend>
      {hostChoiceLabels.map((choice) => (
        <div class="check" key={choice.value}>
          <input
            id={`${id}-${choice.value}`}
            type="radio"
            name="host-choice"
            checked={choice.value === value}
            aria-describedby={`${id}-${choice.value}-hint`}
            onChange={() => onChange(choice.value)}
          />
          <div>
            <label for={`${id}-${choice.value}`}>{choice.label()}</label>
            <p class="hint" id={`${id}-${choice.value}-hint`}>
              {choice.hint()}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
