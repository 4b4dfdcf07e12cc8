import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

interface Props {
  /** The service that is connected now; undefined where nothing has changed. */
  host: string | undefined;
  onClose: () => void;
}

/** The connection was changed while the page is open. Stays until dismissed: the person may be in another window. */
export function ConnectionChangedNote({ host, onClose }: Props) {
  return (
    <div role="status">
      {host && (
        <div class="note warn">
          <Icon name="info" />
          <p>{t('manage.connection_changed', { host })}</p>
          <button type="button" class="icon-button" aria-label={t('manage.close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
