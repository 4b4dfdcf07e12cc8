import type { ComponentChildren, ComponentType } from 'preact';
import { useId } from 'preact/hooks';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { Switch } from '@/components/Switch.tsx';
import { FixedSign, useFixed } from './Fixed.tsx';
import { PasswordSetting, type RowProps, TextSetting } from './OpenedSetting.tsx';
import { type Control, fixedNameOf, hostChoices } from './settingsTable.ts';

const SwitchSetting = ({ row, settings, id, isFixed }: RowProps) => (
  <Switch
    isOn={Boolean(settings.values[row.name])}
    disabled={isFixed}
    label={id}
    hint={`${id}-hint ${id}-denied`}
    onTurn={(isOn) => settings.turn(row, isOn)}
  />
);

function HostChoiceSetting({ row, settings, id, isFixed }: RowProps) {
  const chosen = hostChoices.find(({ value }) => value === settings.values.hostChoice);
  return (
    <div role="radiogroup" aria-labelledby={id} aria-describedby={`${id}-example`}>
      <div class="segments words">
        {hostChoices.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={row.name}
              checked={value === chosen?.value}
              disabled={isFixed}
              onChange={() => void settings.set(row, { hostChoice: value })}
            />
            {label()}
          </label>
        ))}
      </div>
      <p class="hint" id={`${id}-example`}>
        {chosen?.example()}
      </p>
    </div>
  );
}

function PrivacyOfNew({ row, settings, isFixed }: RowProps) {
  return (
    <PrivacyChoice
      name={row.name}
      value={settings.values.privacy}
      savesAtOnce
      disabled={isFixed}
      onChange={(privacy) => void settings.set(row, { privacy })}
    />
  );
}

const controls: Record<Control, ComponentType<RowProps>> = {
  switch: SwitchSetting,
  names: HostChoiceSetting,
  privacy: PrivacyOfNew,
  lines: TextSetting,
  template: TextSetting,
  password: PasswordSetting,
};

interface RowOfProps extends Pick<RowProps, 'row' | 'settings'> {
  children?: ComponentChildren;
}

export function SettingRow({ row, settings, children }: RowOfProps) {
  const id = useId();
  const isFixed = useFixed(fixedNameOf(row));
  const isTall = row.control === 'names' || row.control === 'privacy';
  const { name, label, hint, denied } = row;
  const Setting = controls[row.control];
  return (
    <div class={isTall ? 'setting tall' : 'setting'}>
      <div>
        {/* The choice of privacy has a visible name of its own. */}
        <span class={row.control === 'privacy' ? 'name visually-hidden' : 'name'} id={id}>
          {label()}
        </span>
        {isFixed && <FixedSign />}
        {hint && (
          <p class="hint" id={`${id}-hint`}>
            {hint()}
          </p>
        )}
        {denied && (
          <p class="error" id={`${id}-denied`} aria-live="polite">
            {settings.isDenied(name) && denied()}
          </p>
        )}
        {children}
      </div>
      <Setting row={row} settings={settings} id={id} isFixed={isFixed} />
    </div>
  );
}
