import { Icon, type IconName } from '@/components/Icon.tsx';

interface ButtonProps {
  label: string;
  look?: 'primary' | 'quiet';
  icon?: IconName;
  onClick: () => void;
}

/** A button that shows a text, and an icon before it. */
export const Button = ({ label, look, icon, onClick }: ButtonProps) => (
  <button type="button" class={look ? `button ${look}` : 'button'} onClick={onClick}>
    {icon && <Icon name={icon} />}
    {label}
  </button>
);
