import type { ComponentChildren } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

interface MoreProps {
  isOpen: boolean;
  onToggle: () => void;
  children: ComponentChildren;
}

/** Shows a button that shows and hides the fields and actions that are rarely needed (`children`). */
export const More = ({ isOpen, onToggle, children }: MoreProps) => (
  <div class="more">
    <button type="button" class="disclosure" aria-expanded={isOpen} onClick={onToggle}>
      <Icon name="chevron" />
      {t('popup.more')}
    </button>
    {isOpen && <div class="stack">{children}</div>}
  </div>
);
