import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

interface Props {
  /** The service that is connected now; undefined where nothing has changed. */
  host: string | undefined;
  onClose: () => void;
}

/** The connection was changed under the open page: it stands until it has been read, which may be much later. */
export function Moved({ host, onClose }: Props) {
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
