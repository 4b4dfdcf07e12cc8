import type { Preferences } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { TemplateField } from './TemplateField.tsx';
import type { TemplateName } from './templateProblem.ts';

const templateLabels: Record<TemplateName, () => string> = {
  statisticsUrl: () => t('options.statistics_url'),
  accountUrl: () => t('options.account_url'),
  trackingCode: () => t('options.tracking_code'),
};

interface Props {
  preferences: Preferences;
  usual: Preferences;
  onChange: (part: Partial<Preferences>) => void;
}

/** Where things are at the service, as far as the interface does not say. */
export function Templates({ preferences, usual, onChange }: Props) {
  return (
    <div class="parts">
      <div class="part stack">
        {(Object.keys(templateLabels) as TemplateName[]).map((name) => (
          <TemplateField
            key={name}
            name={name}
            label={templateLabels[name]()}
            value={preferences[name]}
            usual={usual[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
    </div>
  );
}
