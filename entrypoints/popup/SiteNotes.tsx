import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { Button } from './site/state.ts';

interface SiteNotesProps {
  notes: readonly string[];
  /** The service has more than one record of this host. */
  several: boolean;
  /** The host that would be registered, if the tab has navigated away from it. */
  staleHost: string | undefined;
  /** A private window: the service is not asked before the person says so. */
  isPrivate: boolean;
  /** Something was typed for another record of this host. */
  hasOffer: boolean;
  onPress: (button: Button) => void;
  onManage: () => void;
}

/** What the person should know before pressing the main button. */
export function SiteNotes({ notes, several, staleHost, isPrivate, hasOffer, onPress, onManage }: SiteNotesProps) {
  return (
    <>
      {isPrivate && (
        <div class="note">
          <Icon name="incognito" />
          <div class="stack">
            <p>{t('popup.private_window')}</p>
            <button type="button" class="button" onClick={() => onPress('check')}>
              {t('popup.check_now')}
            </button>
          </div>
        </div>
      )}
      {hasOffer && (
        <div class="note">
          <Icon name="info" />
          <div class="stack">
            <p>{t('popup.typed_before')}</p>
            <button type="button" class="button" onClick={() => onPress('use-draft')}>
              {t('popup.use_typed')}
            </button>
          </div>
        </div>
      )}
      {notes.length > 0 && (
        <div class="note">
          <Icon name="info" />
          <div>
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        </div>
      )}
      {staleHost && (
        <div class="note warn" role="alert">
          <Icon name="warning" />
          <p>{t('popup.tab_changed', { domain: staleHost })}</p>
        </div>
      )}
      {several && (
        <div class="note warn">
          <Icon name="warning" />
          <div class="stack">
            <p>{t('popup.several')}</p>
            <button type="button" class="button" onClick={onManage}>
              {t('popup.manage_sites')}
            </button>
          </div>
        </div>
      )}
    </>
  );
}
