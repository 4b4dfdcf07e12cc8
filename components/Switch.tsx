interface SwitchProps {
  isOn: boolean;
  disabled: boolean;
  /** `label`, `hint`: the ids of the elements that name and describe the switch. */
  label: string;
  hint: string;
  onTurn: (isOn: boolean) => void;
}

/** Renders an on/off switch that takes effect at once. Its styles are in switch.css. */
export const Switch = ({ isOn, disabled, label, hint, onTurn }: SwitchProps) => (
  <input
    class="switch"
    type="checkbox"
    role="switch"
    checked={isOn}
    aria-checked={isOn}
    disabled={disabled}
    aria-labelledby={label}
    aria-describedby={hint}
    onChange={({ currentTarget }) => onTurn(currentTarget.checked)}
  />
);
