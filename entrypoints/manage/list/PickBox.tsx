interface PickBoxProps {
  label: string;
  checked: boolean;
  /** Whether only some of the rows that this box represents are ticked. */
  isPart?: boolean;
  disabled?: boolean;
  onPick: (isOn: boolean, isShift: boolean) => void;
}

export const PickBox = ({ label, checked, isPart = false, disabled, onPick }: PickBoxProps) => (
  <label>
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      // Set on every render, because any click clears `indeterminate`, even one that does not change the selection.
      ref={(box) => {
        if (box) box.indeterminate = isPart;
      }}
      onClick={({ currentTarget, shiftKey }) => onPick(currentTarget.checked, shiftKey)}
    />
  </label>
);
