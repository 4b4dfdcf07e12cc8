import type { TargetedMouseEvent } from 'preact';
import { Icon, type IconName } from './Icon.tsx';

interface ButtonProps {
  label: string;
  /** The names of its look in CSS, such as `primary` or `quiet`. */
  look?: string | undefined;
  icon?: IconName;
  onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
}

/** Renders a button with a text and, if there is one, an icon before the text. */
export const Button = ({ label, look, icon, onClick }: ButtonProps) => (
  <button type="button" class={look ? `button ${look}` : 'button'} onClick={onClick}>
    {icon && <Icon name={icon} />}
    {label}
  </button>
);
