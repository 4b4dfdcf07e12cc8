import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './Icon.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes, 'label' | 'icon'> {
  label: ComponentChildren;
  /** The button's CSS classes, such as `primary` or `quiet`. */
  look?: string | undefined;
  icon?: IconName | undefined;
}

export const Button = ({ label, look, icon, ...attributes }: ButtonProps) => (
  <button type="button" class={look ? `button ${look}` : 'button'} {...attributes}>
    {icon && <Icon name={icon} />}
    {label}
  </button>
);
