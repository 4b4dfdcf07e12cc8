import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

/** How a change was kept. */
export type SavedNote = 'none' | 'saved' | { failed: string };

/** Tells quietly that a change was kept, and clearly that it was not. */
export function Saved({ said }: { said: SavedNote }) {
  return (
    <div role="status" class={typeof said === 'object' ? 'saved failed' : 'saved'}>
      {said === 'saved' && (
        <>
          <Icon name="check" />
          {t('options.saved')}
        </>
      )}
      {typeof said === 'object' && (
        <>
          <Icon name="warning" />
          {t('options.not_saved', { reason: said.failed })}
        </>
      )}
    </div>
  );
}
