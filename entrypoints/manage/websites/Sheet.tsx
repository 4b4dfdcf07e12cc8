import { useEffect } from 'preact/hooks';
import { MoreFields } from '@/components/MoreFields.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { t } from '@/lib/text/i18n.ts';
import { snakeCase } from '@/lib/text/sites.ts';
import { ipRemarks, paramRemarks, type Remark } from '@/lib/websites/fieldMessages.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { FormDialog, type FormDialogProps } from '../Dialog.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';
import type { Creating, Editing } from './useDrafts.ts';

interface SheetProps extends Omit<FormDialogProps, 'place' | 'above'> {
  form: Creating | Editing;
  /** The domain to name in the text of a problem. */
  domain: string;
  /** Submits although the site may be registered already. */
  onAnyway?: () => void;
}

export function Sheet({ form: { errors, problem }, domain, onAnyway, ...dialog }: SheetProps) {
  // Moves the focus to the first field with an error.
  useEffect(() => {
    if (Object.keys(errors).length) document.querySelector<HTMLElement>('dialog[open] [aria-invalid="true"]')?.focus();
  }, [errors]);
  const alert = <ProblemAlert problem={problem} domain={domain} onRetry={dialog.onSubmit} onAnyway={onAnyway} />;
  return <FormDialog {...dialog} place="side" above={alert} />;
}

const maxRemarks = 3;

const worded = (remarks: Remark[]): string[] =>
  remarks.slice(0, maxRemarks).map(({ kind, ...remark }) => t(`manage.remark_${snakeCase(kind)}`, remark));

interface SiteFieldsProps {
  form: Creating | Editing;
  /** The values that the service has reported; left out for a website that is not registered yet. */
  reported?: WebsiteFields;
  onChange: (fields: WebsiteFields) => void;
  passwordPlaceholder: string | undefined;
  /** Whether the website belongs, or will belong, to a team. */
  hasTeam: boolean;
}

export function SiteFields({ form, reported, onChange, passwordPlaceholder, hasTeam }: SiteFieldsProps) {
  const { fields, errors } = form;
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
        remarks={{
          exclude_params: worded(paramRemarks(fields.exclude_params ?? '')),
          exclude_ips: worded(ipRemarks(fields.exclude_ips ?? '')),
        }}
        onChange={onChange}
      />
    </>
  );
}
