import { t } from '@/lib/text/i18n.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { toLines } from '@/lib/websites/fields.ts';
import { Checkbox } from './Checkbox.tsx';
import { Icon } from './Icon.tsx';
import { LinesField } from './LinesField.tsx';

interface MoreFieldsProps {
  fields: WebsiteFields;
  onChange: (fields: WebsiteFields) => void;
  /** Names of the URL parameters of the page that is open, offered to be excluded. */
  params?: readonly string[];
  /** Why the service refused a field. */
  errors?: Partial<Record<keyof WebsiteFields, string>>;
  /** What is worth a second look in a list. */
  remarks?: { exclude_params?: readonly string[]; exclude_ips?: readonly string[] };
}

/** The fields beside privacy. */
export function MoreFields({ fields, onChange, params = [], errors = {}, remarks = {} }: MoreFieldsProps) {
  const excluded = toLines(fields.exclude_params ?? '');
  const offered = params.filter((name) => !excluded.includes(name));
  const change = (part: Partial<WebsiteFields>) => onChange({ ...fields, ...part });
  const unreported = (value: unknown) => (value === undefined ? t('fields.not_reported') : undefined);
  return (
    <div class="stack">
      <Checkbox
        label={t('fields.email')}
        hint={unreported(fields.email) ?? t('fields.email_hint')}
        checked={fields.email}
        error={errors.email}
        onChange={(email) => change({ email })}
      />
      <Checkbox
        label={t('fields.exclude_bots')}
        hint={unreported(fields.exclude_bots) ?? t('fields.exclude_bots_hint')}
        checked={fields.exclude_bots}
        error={errors.exclude_bots}
        onChange={(exclude_bots) => change({ exclude_bots })}
      />
      <LinesField
        label={t('fields.exclude_params')}
        hint={t('fields.exclude_params_hint')}
        value={fields.exclude_params ?? ''}
        placeholder={unreported(fields.exclude_params)}
        error={errors.exclude_params}
        remarks={remarks.exclude_params}
        onChange={(exclude_params) => change({ exclude_params })}
      />
      {offered.length > 0 && (
        <div class="row chips">
          <span class="hint">{t('fields.found_params')}</span>
          {offered.map((name) => (
            <button
              key={name}
              type="button"
              class="chip"
              aria-label={t('fields.add_param', { name })}
              onClick={() => change({ exclude_params: [...excluded, name].join('\n') })}
            >
              <Icon name="plus" />
              <bdi>{name}</bdi>
            </button>
          ))}
        </div>
      )}
      <LinesField
        label={t('fields.exclude_ips')}
        hint={t('fields.exclude_ips_hint')}
        value={fields.exclude_ips ?? ''}
        placeholder={unreported(fields.exclude_ips)}
        error={errors.exclude_ips}
        remarks={remarks.exclude_ips}
        onChange={(exclude_ips) => change({ exclude_ips })}
      />
    </div>
  );
}
