import { Fragment } from 'preact';
import { useId } from 'preact/hooks';
import { type FieldName, fieldNames, fieldTable } from '@/lib/services/websiteFields.ts';
import { t } from '@/lib/text/i18n.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { toLines } from '@/lib/websites/written.ts';
import { Checkbox } from './Checkbox.tsx';
import { Icon } from './Icon.tsx';
import { useTraits } from './useTraits.ts';

interface LinesFieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  error?: string;
  remarks?: readonly string[];
}

/** Renders a text area with one entry per line. */
function LinesField({ label, hint, value, onChange, placeholder, error, remarks = [] }: LinesFieldProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`, remarks.length && `${id}-remarks`].filter(Boolean);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        dir="ltr"
        spellcheck={false}
        value={value}
        placeholder={placeholder}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={about.join(' ') || undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {remarks.length > 0 && (
        <ul class="hint remarks" id={`${id}-remarks`}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const maxParams = { params: 12, length: 60 };

/**
 * Returns the names of a URL's query parameters, within the limits in `maxParams`. The form suggests excluding them.
 */
export function paramsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const names = [...new Set(new URL(url).searchParams.keys())];
  return names.filter((name) => name && name.length <= maxParams.length).slice(0, maxParams.params);
}

interface MoreFieldsProps {
  fields: WebsiteFields;
  /** The values that the service has reported. Left out for a website that is not registered yet. */
  reported?: WebsiteFields | undefined;
  onChange: (fields: WebsiteFields) => void;
  /** The URL of the open page. The form suggests excluding the names of its query parameters. */
  pageUrl?: string;
  errors?: Partial<Record<keyof WebsiteFields, string>>;
  remarks?: Partial<Record<FieldName, readonly string[]>>;
}

/** Renders the fields that this kind of service has for a website, except privacy and password. */
export function MoreFields({
  fields,
  reported = fields,
  onChange,
  pageUrl = '',
  errors = {},
  remarks = {},
}: MoreFieldsProps) {
  const { settings } = useTraits();
  const excluded = toLines(fields.exclude_params ?? '');
  const offered = paramsOf(pageUrl).filter((name) => !excluded.includes(name));
  const change = (part: Partial<WebsiteFields>) => onChange({ ...fields, ...part });
  const unreported = (value: unknown) => (value === undefined ? t('fields.not_reported') : undefined);
  /**
   * Whether the person has typed into a list whose stored entries are unknown because the service does not report them.
   */
  const isBlind = (name: FieldName) => fields[name] !== undefined && reported[name] === undefined;
  const chips = offered.length > 0 && (
    <div class="row">
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
  );
  return (
    <div class="stack">
      {fieldNames
        .filter((name) => settings.includes(name))
        .map((name) => {
          const shared = { label: t(`fields.${name}`), error: errors[name] };
          return fieldTable[name].kind === 'flag' ? (
            <Checkbox
              key={name}
              {...shared}
              hint={unreported(fields[name]) ?? t(`fields.${name}_hint`)}
              checked={fields[name] as boolean | undefined}
              onChange={(checked) => change({ [name]: checked })}
            />
          ) : (
            <Fragment key={name}>
              <LinesField
                {...shared}
                hint={t(`fields.${name}_hint`) + (isBlind(name) ? ` ${t('fields.hidden_entries')}` : '')}
                value={(fields[name] as string | undefined) ?? ''}
                placeholder={unreported(fields[name])}
                remarks={remarks[name]}
                onChange={(value) => change({ [name]: value })}
              />
              {name === 'exclude_params' && chips}
            </Fragment>
          );
        })}
    </div>
  );
}
