import { Checkbox } from '@/components/Checkbox.tsx';
import { MoreFields } from '@/components/MoreFields.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';

export type PasswordWay = 'each' | 'common';

/** The fields every site of a list is added with. */
export interface ManyFields {
  fields: WebsiteFields;
  way: PasswordWay;
  fast: boolean;
}

interface Props {
  value: ManyFields;
  onChange: (value: ManyFields) => void;
  /** A default password for new sites is stored; it is used where none is typed. */
  hasPassword: boolean;
  passwordError?: string;
}

const passwordWays: readonly [PasswordWay, () => string][] = [
  ['each', () => t('addmany.password_each')],
  ['common', () => t('addmany.password_common')],
];

function PasswordChoice({ value, onChange, hasPassword, passwordError }: Props) {
  const { fields, way } = value;
  return (
    <fieldset class="passwords">
      <legend class="label">{t('addmany.password_way')}</legend>
      {passwordWays.map(([key, text]) => (
        <label key={key} class="check">
          <input
            type="radio"
            name="addmany-password"
            checked={key === way}
            onChange={() => onChange({ ...value, way: key })}
          />
          <span>
            {text()}
            {key === 'each' && <span class="hint block">{t('addmany.password_each_hint')}</span>}
          </span>
        </label>
      ))}
      {way === 'common' && (
        <PasswordField
          value={fields.password}
          {...(hasPassword ? { placeholder: t('password.default_placeholder') } : {})}
          {...(passwordError ? { error: passwordError } : {})}
          onChange={(password) => onChange({ ...value, fields: { ...fields, password } })}
        />
      )}
    </fieldset>
  );
}

/** The fields that all sites are added with. */
export function AddFields(props: Props) {
  const { value, onChange } = props;
  const { fields } = value;
  return (
    <div class="stack">
      <PrivacyChoice
        name="addmany-privacy"
        value={fields.privacy}
        onChange={(privacy) => onChange({ ...value, fields: { ...fields, privacy } })}
      />
      {fields.privacy === 2 && <PasswordChoice {...props} />}
      <details class="more">
        <summary>{t('addmany.more')}</summary>
        <MoreFields fields={fields} onChange={(changed) => onChange({ ...value, fields: changed })} />
        <Checkbox
          label={t('addmany.fast')}
          hint={t('addmany.fast_hint')}
          checked={value.fast}
          onChange={(fast) => onChange({ ...value, fast })}
        />
      </details>
    </div>
  );
}
