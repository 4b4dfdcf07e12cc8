import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

interface ConnectionChangedNoteProps {
  /** Undefined where nothing has changed. */
  text: string | undefined;
  onClose: () => void;
}

/** The connection was changed while the page is open. Stays until dismissed: the person may be in another window. */
export function ConnectionChangedNote({ text, onClose }: ConnectionChangedNoteProps) {
  return (
    <div role="status">
      {text && (
        <div class="note warn">
          <Icon name="info" />
          <p>{text}</p>
          <button type="button" class="icon-button" aria-label={t('manage.close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
