import { Icon, type IconName } from '@/components/Icon.tsx';
import { useTraits } from '@/components/useTraits.ts';
import type { Traits } from '@/lib/services/index.ts';
import { plural, t } from '@/lib/text/i18n.ts';

export type BulkAction = 'privacy' | 'email' | 'bots' | 'delete';

/** Whether a kind of service has what an action changes. */
const has: Record<BulkAction, (traits: Traits) => boolean> = {
  privacy: ({ privacy }) => privacy.length > 1,
  email: ({ settings }) => settings.includes('email'),
  bots: ({ settings }) => settings.includes('exclude_bots'),
  delete: () => true,
};

const bulkActions: readonly { action: BulkAction; icon: IconName; label: () => string }[] = [
  { action: 'privacy', icon: 'lock', label: () => t('manage.set_privacy') },
  { action: 'email', icon: 'mail', label: () => t('manage.set_email') },
  { action: 'bots', icon: 'robot', label: () => t('manage.set_bots') },
  { action: 'delete', icon: 'trash', label: () => t('manage.delete_selected') },
];

interface BulkBarProps {
  count: number;
  /** How many of them each connection has, of several. */
  split: string | undefined;
  onAction: (action: BulkAction) => void;
  onClear: () => void;
}

/** The actions for all selected websites. */
export function BulkBar({ count, split, onAction, onClear }: BulkBarProps) {
  const traits = useTraits();
  return (
    <section class="bulk" aria-label={t('manage.selection')}>
      <p role="status">
        {plural('manage.selected', count)}
        {split && <span class="hint">{split}</span>}
      </p>
      <button
        type="button"
        class="icon-button"
        title={t('manage.clear_selection')}
        aria-label={t('manage.clear_selection')}
        onClick={onClear}
      >
        <Icon name="close" />
      </button>
      <div class="row">
        {bulkActions
          .filter(({ action }) => has[action](traits))
          .map(({ action, icon, label }) => (
            <button
              key={action}
              type="button"
              class={`button ${action === 'delete' ? 'risky' : ''}`}
              title={label()}
              aria-label={label()}
              onClick={() => onAction(action)}
            >
              <Icon name={icon} />
              <span>{label()}</span>
            </button>
          ))}
      </div>
    </section>
  );
}
