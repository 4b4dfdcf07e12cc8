import { MoreFields } from '@/components/MoreFields.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { t } from '@/lib/text/i18n.ts';
import { snakeCase } from '@/lib/text/sites.ts';
import { type FieldErrors, ipRemarks, paramRemarks, type Remark } from '@/lib/websites/fieldMessages.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';

const maxRemarks = 3;

const worded = (remarks: Remark[]): string[] =>
  remarks.slice(0, maxRemarks).map(({ kind, ...remark }) => t(`manage.remark_${snakeCase(kind)}`, remark));

/** Returns warnings about the query parameters and IP addresses to exclude, at most three about each list. */
const remarksOf = (params: string | undefined, ips: string | undefined) => ({
  exclude_params: worded(paramRemarks(params ?? '')),
  exclude_ips: worded(ipRemarks(ips ?? '')),
});

interface SiteFieldsProps {
  fields: WebsiteFields;
  /** The values that the service has reported; left out for a website that is not registered yet. */
  reported?: WebsiteFields;
  onChange: (fields: WebsiteFields) => void;
  errors: FieldErrors;
  passwordPlaceholder?: string;
  /** Whether the website belongs, or will belong, to a team. */
  hasTeam: boolean;
}

export function SiteFields({ fields, reported, onChange, errors, passwordPlaceholder, hasTeam }: SiteFieldsProps) {
  return (
    <>
      <PrivacyChoice
        value={fields.privacy}
        hasTeam={hasTeam}
        error={errors.privacy}
        onChange={(privacy) => onChange({ ...fields, privacy })}
      />
      {fields.privacy === 2 && (
        <PasswordField
          value={fields.password}
          placeholder={passwordPlaceholder}
          error={errors.password}
          onChange={(password) => onChange({ ...fields, password })}
        />
      )}
      <MoreFields
        fields={fields}
        reported={reported}
        errors={errors}
        remarks={remarksOf(fields.exclude_params, fields.exclude_ips)}
        onChange={onChange}
      />
    </>
  );
}
