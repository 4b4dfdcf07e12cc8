import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

interface ExportMenuProps {
  entries: readonly { label: string; onChoose: () => void }[];
}

const menuOf = (control: Element) => control.closest('.menu');
/** Focuses the button that opens the menu. Call it before `control` is removed with the contents of the menu. */
const focusOpener = (control: Element) => menuOf(control)?.querySelector('button')?.focus();

/** Shows a menu of the possible exports. A choice, Escape, or a loss of focus closes the menu. */
export function ExportMenu({ entries }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const leaving = {
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      const isWithin = relatedTarget instanceof Node && menuOf(currentTarget as Element)?.contains(relatedTarget);
      if (!isWithin) setOpen(false);
    },
    onKeyDown: ({ currentTarget, key }: KeyboardEvent) => {
      if (key !== 'Escape' || !isOpen) return;
      focusOpener(currentTarget as Element);
      setOpen(false);
    },
  };
  return (
    <div class="menu">
      <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} {...leaving}>
        <Icon name="download" />
        {t('manage.export')}
        <Icon name="chevron" />
      </button>
      {isOpen && (
        // Some browsers do not focus a pressed button. They focus this element, so the focus stays in the menu.
        <div class="menu-list" tabIndex={-1}>
          {entries.map(({ label, onChoose }) => (
            <button
              key={label}
              type="button"
              onClick={({ currentTarget }) => {
                focusOpener(currentTarget);
                setOpen(false);
                onChoose();
              }}
              {...leaving}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
