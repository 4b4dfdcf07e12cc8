import { Icon, type IconName } from '@/components/Icon.tsx';

interface ButtonProps {
  label: string;
  look?: 'primary' | 'quiet';
  icon?: IconName;
  onClick: () => void;
}

/** Shows a button with a text and, if there is one, an icon before the text. */
export const Button = ({ label, look, icon, onClick }: ButtonProps) => (
  <button type="button" class={look ? `button ${look}` : 'button'} onClick={onClick}>
    {icon && <Icon name={icon} />}
    {label}
  </button>
);
