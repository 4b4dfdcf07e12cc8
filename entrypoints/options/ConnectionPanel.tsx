import type { ComponentChildren } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { FixedNote, useFixed } from './Fixed.tsx';
import { RemoveButton } from './SecretInput.tsx';
import { Saved, type SavedNote } from './Section.tsx';

interface FoldProps {
  title: string;
  hint: string;
  said?: SavedNote;
  children: ComponentChildren;
}

/** Rarely changed settings of a connection, folded away. */
export function Fold({ title, hint, said, children }: FoldProps) {
  return (
    <details class="fold">
      <summary>
        <Icon name="chevron" />
        {title}
      </summary>
      <div class="fold-head">
        <p class="hint">{hint}</p>
        {said !== undefined && <Saved said={said} />}
      </div>
      {children}
    </details>
  );
}

interface PlaceProps {
  name: string;
  onRemove: () => void;
}

/** The actions for a whole connection. */
export function PlaceButtons({ name, onRemove }: PlaceProps) {
  const isFixed = useFixed('connection');
  return (
    <div class="part row places">
      {isFixed ? (
        <FixedNote />
      ) : (
        <RemoveButton
          name={t('options.remove_connection')}
          warning={t('options.remove_connection_warning', { name })}
          confirm={t('options.remove_connection')}
          onForget={onRemove}
        />
      )}
    </div>
  );
}
