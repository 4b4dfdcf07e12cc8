import { useId, useState } from 'preact/hooks';
import { Checkbox } from '@/components/Checkbox.tsx';
import { Icon } from '@/components/Icon.tsx';
import { MoreFields } from '@/components/MoreFields.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { IconButton } from '../IconButton.tsx';

interface PresetsProps {
  names: readonly string[];
  /** The preset that the fields come from: its name, '' for the defaults, undefined once the fields were changed. */
  chosen: string | undefined;
  onChoose: (name: string) => void;
  onSave: (name: string) => void;
  onDelete: (name: string) => void;
}

const changedOption = '\u0000';

/** Chooses, saves and deletes presets. */
export function Presets({ names, chosen, onChoose, onSave, onDelete }: PresetsProps) {
  const id = useId();
  const [name, setName] = useState<string>();
  const save = (event: Event) => {
    event.preventDefault();
    if (!name?.trim()) return;
    onSave(name.trim());
    setName(undefined);
  };
  return (
    <div class="presets">
      <div class="field">
        <label for={id}>{t('addmany.preset')}</label>
        <div class="row">
          <select
            id={id}
            value={chosen ?? changedOption}
            onChange={({ currentTarget }) => onChoose(currentTarget.value)}
          >
            {chosen === undefined && (
              <option value={changedOption} disabled>
                {t('addmany.preset_changed')}
              </option>
            )}
            <option value="">{t('addmany.preset_defaults')}</option>
            {names.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
          {chosen && (
            <IconButton
              icon="trash"
              label={t('addmany.preset_delete', { name: chosen })}
              onClick={() => onDelete(chosen)}
            />
          )}
        </div>
      </div>
      {name === undefined ? (
        <button type="button" class="button quiet" onClick={() => setName(chosen ?? '')}>
          <Icon name="plus" />
          {t('addmany.preset_save')}
        </button>
      ) : (
        <form class="field" onSubmit={save}>
          <label for={`${id}-name`}>{t('addmany.preset_name')}</label>
          <input
            id={`${id}-name`}
            value={name}
            maxLength={60}
            ref={(input) => {
              if (input && !input.value) input.focus();
            }}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div class="row">
            <button type="submit" class="button" disabled={!name.trim()}>
              {t('addmany.preset_save_confirm')}
            </button>
            <button type="button" class="button quiet" onClick={() => setName(undefined)}>
              {t('addmany.preset_cancel')}
            </button>
          </div>
        </form>
      )}
    </div>
  );
}

/** `each`: a generated password for each website. `common`: one for all, typed here or stored. */
export type PasswordWay = 'each' | 'common';

/** The fields that every site of a list is added with. */
export interface ManyFields {
  fields: WebsiteFields;
  way: PasswordWay;
  fast: boolean;
}

interface AddFieldsProps {
  value: ManyFields;
  onChange: (value: ManyFields) => void;
  /** Whether a default password for new sites is stored. It is used if none is typed. */
  hasPassword: boolean;
  /** Whether the websites will belong to a team. */
  hasTeam: boolean;
  passwordError?: string;
}

const passwordWays: readonly [PasswordWay, () => string][] = [
  ['each', () => t('addmany.password_each')],
  ['common', () => t('addmany.password_common')],
];

function PasswordChoice({ value, onChange, hasPassword, passwordError }: AddFieldsProps) {
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

/** Asks for the fields that all sites are added with. */
export function AddFields(props: AddFieldsProps) {
  const { value, onChange } = props;
  const { fields } = value;
  return (
    <div class="stack">
      <PrivacyChoice
        name="addmany-privacy"
        value={fields.privacy}
        hasTeam={props.hasTeam}
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
