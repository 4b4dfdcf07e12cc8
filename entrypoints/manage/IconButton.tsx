import { Icon, type IconName } from '@/components/Icon.tsx';

interface IconButtonProps {
  icon: IconName;
  /** Names the action and its subject. */
  label: string;
  /** A shorter label, for rows that already name their subject. */
  title?: string;
  /** Whether the action destroys something. */
  risky?: boolean;
  disabled?: boolean;
  tabIndex?: number;
  onClick: () => void;
}

/** A button that shows only an icon. */
export const IconButton = ({ icon, label, title = label, risky, ...button }: IconButtonProps) => (
  <button
    type="button"
    class={risky ? 'icon-button risky' : 'icon-button'}
    aria-label={label}
    title={title}
    {...button}
  >
    <Icon name={icon} />
  </button>
);
