import { MoreFields } from '@/components/MoreFields.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import type { FieldErrors } from '@/lib/websites/fieldErrors.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { remarksOf } from './remarkTexts.ts';

interface SiteFieldsProps {
  fields: WebsiteFields;
  onChange: (fields: WebsiteFields) => void;
  errors: FieldErrors;
  /** What the password box says while it is empty. */
  passwordPlaceholder?: string;
}

/** All six fields of a website. */
export function SiteFields({ fields, onChange, errors, passwordPlaceholder }: SiteFieldsProps) {
  return (
    <>
      <PrivacyChoice
        value={fields.privacy}
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
        errors={errors}
        remarks={remarksOf(fields.exclude_params, fields.exclude_ips)}
        onChange={onChange}
      />
    </>
  );
}
