import { Icon, type IconName } from '@/components/Icon.tsx';
import { useTraits } from '@/components/useTraits.ts';
import type { Traits } from '@/lib/services/index.ts';
import type { FlagField } from '@/lib/services/websiteFields.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import { IconButton } from '../IconButton.tsx';
import { flagFields, flagTexts } from './flagTexts.ts';

export type BulkAction = 'privacy' | FlagField | 'delete';

const bulkActions: readonly { action: BulkAction; icon: IconName; label: () => string }[] = [
  { action: 'privacy', icon: 'lock', label: () => t('manage.set_privacy') },
  ...flagFields.map((action) => ({ action, icon: flagTexts[action].icon, label: flagTexts[action].change })),
  { action: 'delete', icon: 'trash', label: () => t('manage.delete_selected') },
];

/** Whether a kind of service has the field that an action changes. */
function isOffered(action: BulkAction, { privacy, settings }: Traits): boolean {
  if (action === 'privacy') return privacy.length > 1;
  return action === 'delete' || settings.includes(action);
}

interface BulkBarProps {
  count: number;
  /** How many of the selected websites the search and the filters do not show. */
  notShown: number;
  /** How many of the selected websites each connection has, if there are several connections. */
  split: string | undefined;
  onAction: (action: BulkAction) => void;
  onKeepShown: () => void;
  onClear: () => void;
}

/** The actions for all selected websites. */
export function BulkBar({ count, notShown, split, onAction, onKeepShown, onClear }: BulkBarProps) {
  const traits = useTraits();
  return (
    <section class="bulk" aria-label={t('manage.selection')}>
      <p role="status">
        {plural('manage.selected', count)}
        {notShown > 0 && <span class="muted"> · {plural('manage.not_shown', notShown)}</span>}
        {split && <span class="hint">{split}</span>}
      </p>
      {notShown > 0 && notShown < count && (
        <button type="button" class="button quiet" onClick={onKeepShown}>
          {t('manage.keep_shown')}
        </button>
      )}
      <IconButton icon="close" label={t('manage.clear_selection')} onClick={onClear} />
      <div class="row">
        {bulkActions
          .filter(({ action }) => isOffered(action, traits))
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
