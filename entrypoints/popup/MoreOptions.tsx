import type { ComponentType } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import { useTraits } from '@/components/useTraits.ts';
import { t } from '@/lib/text/i18n.ts';
import type { MoreFieldsProps } from './MoreFields.tsx';

interface MoreOptionsProps extends MoreFieldsProps {
  Fields: ComponentType<MoreFieldsProps>;
  isOpen: boolean;
  onToggle: () => void;
}

/** The button that shows the rarely used fields and actions. */
export function MoreOptions({ Fields, isOpen, onToggle, ...props }: MoreOptionsProps) {
  const { settings } = useTraits();
  if (!settings.length && !props.children) return null;
  return (
    <div class="more">
      <button type="button" class="disclosure" aria-expanded={isOpen} onClick={onToggle}>
        <Icon name="chevron" />
        {t('popup.more')}
      </button>
      {isOpen && <Fields {...props} />}
    </div>
  );
}
