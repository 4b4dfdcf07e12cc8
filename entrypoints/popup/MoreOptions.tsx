import type { ComponentChildren, ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { useTraits } from '@/components/useTraits.ts';
import { t } from '@/lib/text/i18n.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';

interface FieldsProps {
  fields: WebsiteFields;
  onChange: (fields: WebsiteFields) => void;
  pageUrl: string;
}

interface MoreOptionsProps extends Omit<FieldsProps, 'fields'> {
  /** Undefined until they are known. */
  fields: WebsiteFields | undefined;
  /** What is done rarely; below the fields. */
  children?: ComponentChildren;
}

/** The remaining fields. Their code is loaded when they are opened, to keep it out of the popup's first paint. */
export function MoreOptions({ children, fields, ...more }: MoreOptionsProps) {
  const { settings } = useTraits();
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<{ MoreFields: ComponentType<FieldsProps> }>();
  const toggle = async () => {
    setOpen(!open);
    if (!loaded) setLoaded(await import('@/components/MoreFields.tsx'));
  };
  if (!settings.length && !children) return null;
  return (
    <div class="more">
      <button type="button" class="disclosure" aria-expanded={open} onClick={toggle}>
        <Icon name="chevron" />
        {t('popup.more')}
      </button>
      {open && loaded && fields && <loaded.MoreFields fields={fields} {...more} />}
      {open && loaded && children}
    </div>
  );
}
