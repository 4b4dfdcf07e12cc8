import type { HostChoice as Choice } from '@/lib/hosts/parse.ts';
import { t } from '@/lib/text/i18n.ts';

const hostLabels: Record<Choice, () => string> = {
  seen: () => t('popup.host_seen'),
  bare: () => t('popup.host_bare'),
  registrable: () => t('popup.host_registrable'),
};

export interface HostOption {
  choice: Choice;
  host: string;
}

interface HostChoiceProps {
  options: readonly HostOption[];
  value: string;
  onChange: (host: string) => void;
}

/** Which name to register, where the address allows more than one. */
export function HostChoice({ options, value, onChange }: HostChoiceProps) {
  return (
    <fieldset class="hosts">
      <legend class="label">{t('popup.host_choice')}</legend>
      {options.map(({ choice, host }) => (
        <label key={host} class="check">
          <input type="radio" name="host" checked={host === value} onChange={() => onChange(host)} />
          <span>
            <bdi>{host}</bdi> <span class="hint">{hostLabels[choice]()}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
