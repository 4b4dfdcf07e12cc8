import type { TargetedMouseEvent } from 'preact';
import { Icon, type IconName } from './Icon.tsx';

interface ButtonProps {
  label: string;
  /** The button's CSS classes, such as `primary` or `quiet`. */
  look?: string | undefined;
  icon?: IconName;
  onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
}

export const Button = ({ label, look, icon, onClick }: ButtonProps) => (
  <button type="button" class={look ? `button ${look}` : 'button'} onClick={onClick}>
    {icon && <Icon name={icon} />}
    {label}
  </button>
);
