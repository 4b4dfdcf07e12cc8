import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { ConnectHere } from './ConnectHere.tsx';

interface FieldsProps {
  fields: WebsiteFields;
  onChange: (fields: WebsiteFields) => void;
  pageUrl: string;
}

export interface MoreFieldsProps extends Omit<FieldsProps, 'fields'> {
  /** Undefined until the record has been read. */
  fields: WebsiteFields | undefined;
  /** Rare actions, shown below the fields. */
  children?: ComponentChildren;
}

/** The remaining fields, whose code is loaded when they are opened, and rare actions. */
export function MoreFields({ fields, children, ...more }: MoreFieldsProps) {
  const [loaded, setLoaded] = useState<{ MoreFields: ComponentType<FieldsProps> }>();
  useEffect(() => {
    void import('@/components/MoreFields.tsx').then(setLoaded);
  }, []);
  return loaded ? (
    <>
      {fields && <loaded.MoreFields fields={fields} {...more} />}
      {children}
      <ConnectHere />
    </>
  ) : null;
}
