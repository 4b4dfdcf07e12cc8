import { useLostFocus } from '@/components/useLostFocus.ts';
import { t } from '@/lib/text/i18n.ts';
import { mayBeService } from './mayBeService.ts';

interface NotSetUpProps {
  /** The address of the tab's page, which may be the service's own, and its host. */
  page: string;
  host: string | undefined;
  onSettings: () => void;
  onConnect: (page: string) => void;
}

/** Shown while no service is connected: leads to the options page, with the tab's address if that may be the service's. */
export function NotSetUp({ page, host, onSettings, onConnect }: NotSetUpProps) {
  // The only action here.
  const button = useLostFocus<HTMLButtonElement>();
  return (
    <div class="stack">
      <h1>{t('popup.not_set_up')}</h1>
      <p class="muted">{t('popup.not_set_up_hint')}</p>
      <button type="button" class="button primary wide" onClick={onSettings} ref={button}>
        {t('popup.set_up')}
      </button>
      {host && mayBeService(page) && (
        <button type="button" class="button quiet wide" onClick={() => onConnect(page)}>
          {t('popup.connect_page', { host })}
        </button>
      )}
    </div>
  );
}
