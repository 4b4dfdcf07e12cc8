import { Icon, type IconName } from '@/components/Icon.tsx';

interface IconButtonProps {
  icon: IconName;
  /** The accessible name: the action and its object, such as `Edit example.com`. */
  label: string;
  /** The tooltip. Default: `label`. In a table row, the action alone is enough, because the row itself has a name. */
  title?: string;
  risky?: boolean;
  disabled?: boolean;
  tabIndex?: number;
  onClick: () => void;
}

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

interface IconLinkProps extends Pick<IconButtonProps, 'icon' | 'label' | 'title'> {
  href: string;
}

/** Opens a page in a new tab. Meant for table rows, where arrow keys move to the controls. */
export const IconLink = ({ icon, label, title = label, href }: IconLinkProps) => (
  <a class="icon-button" tabIndex={-1} href={href} target="_blank" rel="noreferrer" title={title} aria-label={label}>
    <Icon name={icon} />
  </a>
);
