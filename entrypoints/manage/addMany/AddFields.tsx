import { useId, useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { Checkbox } from '@/components/Checkbox.tsx';
import { focusText } from '@/components/focusText.ts';
import { onSubmitted } from '@/components/forms.ts';
import { MoreFields } from '@/components/MoreFields.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { TeamChoice } from '@/components/TeamChoice.tsx';
import { useTeams } from '@/components/useTeams.ts';
import { nameOf } from '@/lib/connections/name.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { useFocusWithin } from '../focus.ts';
import { IconButton } from '../IconButton.tsx';
import { RadioGroup } from '../RadioGroup.tsx';
import type { Place } from './state.ts';
import type { presetsOf } from './store.ts';

interface PresetsProps {
  presets: ReturnType<typeof presetsOf>;
}

const changedOption = '\u0000';

export function Presets({ presets }: PresetsProps) {
  const { names, chosen } = presets;
  const id = useId();
  const [name, setName] = useState<string>();
  // Some buttons here are removed when they are pressed. Without this, the focus would then move to the button that
  // adds the sites, and a second Enter would press it.
  const view = useFocusWithin<HTMLDivElement>('select');
  const save = () => {
    if (!name?.trim()) return;
    presets.save(name.trim());
    setName(undefined);
  };
  return (
    <div class="presets" ref={view}>
      <div class="field">
        <label for={id}>{t('addmany.preset')}</label>
        <div class="row">
          <select
            id={id}
            value={chosen ?? changedOption}
            onChange={({ currentTarget }) => presets.choose(currentTarget.value)}
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
              onClick={() => presets.forget(chosen)}
            />
          )}
        </div>
      </div>
      {name === undefined ? (
        <Button look="quiet" icon="plus" label={t('addmany.preset_save')} onClick={() => setName(chosen ?? '')} />
      ) : (
        <form class="field" onSubmit={onSubmitted(save)}>
          <label for={`${id}-name`}>{t('addmany.preset_name')}</label>
          <input
            id={`${id}-name`}
            value={name}
            maxLength={60}
            ref={focusText}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div class="row">
            <Button type="submit" disabled={!name.trim()} label={t('popup.save')} />
            <Button look="quiet" label={t('popup.cancel')} onClick={() => setName(undefined)} />
          </div>
        </form>
      )}
    </div>
  );
}

function NewTeam({ presets, connection, isNamed }: PresetsProps & { connection: ConnectionAddress; isNamed: boolean }) {
  return (
    <TeamChoice
      label={isNamed ? t('team.new_sites_at', { connection: nameOf(connection) }) : t('team.new_sites')}
      teams={useTeams(connection, true)}
      value={presets.teamAt(connection)}
      onChange={(team) => presets.chooseTeam(connection, team)}
    />
  );
}

/** Asks which team will own the added websites, for each connection that gets sites and has teams. */
export const NewTeams = ({ places, presets }: PresetsProps & { places: readonly Place[] }) =>
  places.map(({ connection }) => (
    <NewTeam key={connection.id} presets={presets} connection={connection} isNamed={places.length > 1} />
  ));

interface AddFieldsProps extends PresetsProps {
  hasTeam: boolean;
  passwordError: string | undefined;
}

export function AddFields({ presets, hasTeam, passwordError }: AddFieldsProps) {
  const { value, change, hasPassword } = presets;
  if (!value) return null;
  const { fields, way, fast } = value;
  const changeFields = (changed: WebsiteFields) => change({ ...value, fields: changed });
  return (
    <div class="stack">
      <PrivacyChoice
        name="addmany-privacy"
        value={fields.privacy}
        hasTeam={hasTeam}
        onChange={(privacy) => changeFields({ ...fields, privacy })}
      />
      {fields.privacy === 2 && (
        <div class="passwords">
          <span class="label" aria-hidden="true">
            {t('addmany.password_way')}
          </span>
          <RadioGroup
            label={t('addmany.password_way')}
            name="addmany-password"
            options={[
              { value: 'each', label: t('addmany.password_each'), hint: t('addmany.password_each_hint') },
              { value: 'common', label: t('addmany.password_common') },
            ]}
            value={way}
            onChange={(chosen) => change({ ...value, way: chosen })}
          >
            {way === 'common' && (
              <PasswordField
                value={fields.password}
                {...(hasPassword ? { placeholder: t('password.default_placeholder') } : {})}
                {...(passwordError ? { error: passwordError } : {})}
                onChange={(password) => changeFields({ ...fields, password })}
              />
            )}
          </RadioGroup>
        </div>
      )}
      <details class="more">
        <summary>{t('addmany.more')}</summary>
        <MoreFields fields={fields} onChange={changeFields} />
        <Checkbox
          label={t('addmany.fast')}
          hint={t('addmany.fast_hint')}
          checked={fast}
          onChange={(on) => change({ ...value, fast: on })}
        />
      </details>
    </div>
  );
}
