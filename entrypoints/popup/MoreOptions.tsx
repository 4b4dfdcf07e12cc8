import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { useTraits } from '@/components/useTraits.ts';
import { t } from '@/lib/text/i18n.ts';
import type { MoreFieldsProps } from './MoreFields.tsx';
import type { Typed } from './typed.ts';

interface MoreOptionsProps extends MoreFieldsProps {
  Fields: ComponentType<MoreFieldsProps>;
  /** Remembers whether they are shown. */
  typed?: Pick<Typed, 'isMore'>;
}

/** The button that shows the rarely used fields and actions. */
export function MoreOptions({ Fields, typed = {}, ...props }: MoreOptionsProps) {
  const { settings } = useTraits();
  const [open, setOpen] = useState(typed.isMore);
  const toggle = () => {
    typed.isMore = !open;
    setOpen(!open);
  };
  if (!settings.length && !props.children) return null;
  return (
    <div class="more">
      <button type="button" class="disclosure" aria-expanded={!!open} onClick={toggle}>
        <Icon name="chevron" />
        {t('popup.more')}
      </button>
      {open && <Fields {...props} />}
    </div>
  );
}
