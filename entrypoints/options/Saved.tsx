import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

/** Whether the last change was saved. */
export type SavedNote = 'none' | 'saved' | { failed: string };

/** Says briefly that a change was saved, or why it was not. */
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
