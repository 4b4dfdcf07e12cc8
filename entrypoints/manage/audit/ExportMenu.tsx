import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

interface ExportMenuProps {
  entries: readonly { label: string; onChoose: () => void }[];
}

/** One button for everything that can be exported. It closes with a choice, with Escape, and where the focus leaves it. */
export function ExportMenu({ entries }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="menu"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
      }}
      onKeyDown={({ currentTarget, key }) => {
        if (key !== 'Escape') return;
        currentTarget.querySelector('summary')?.focus();
        setOpen(false);
      }}
    >
      <summary class="button">
        <Icon name="download" />
        {t('manage.export')}
        <Icon name="chevron" />
      </summary>
      {/* It takes the focus of a press where a browser gives buttons none. */}
      <div class="menu-list" tabIndex={-1}>
        {entries.map(({ label, onChoose }) => (
          <button
            key={label}
            type="button"
            onClick={({ currentTarget }) => {
              currentTarget.closest('details')?.querySelector('summary')?.focus();
              setOpen(false);
              onChoose();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </details>
  );
}
