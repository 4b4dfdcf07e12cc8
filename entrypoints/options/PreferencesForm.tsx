import { Checkbox } from '@/components/Checkbox.tsx';
import type { Preferences } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { HostRadios } from './HostRadios.tsx';

interface Props {
  preferences: Preferences;
  /** Firefox for Android has no context menus. */
  hasMenus: boolean;
  onChange: (part: Partial<Preferences>) => void;
  /** Called straight in the click: the browser is asked in it. */
  onNotifications: (wanted: boolean) => void;
  /** The browser said no. */
  isDenied: boolean;
}

/** How Waymark behaves. */
export function PreferencesForm({ preferences, hasMenus, onChange, onNotifications, isDenied }: Props) {
  return (
    <div class="parts">
      <div class="part">
        <HostRadios value={preferences.hostChoice} onChange={(hostChoice) => onChange({ hostChoice })} />
      </div>
      <div class="part stack">
        {hasMenus && (
          <Checkbox
            label={t('options.context_menu')}
            hint={t('options.context_menu_hint')}
            checked={preferences.contextMenu}
            onChange={(contextMenu) => onChange({ contextMenu })}
          />
        )}
        <Checkbox
          label={t('options.notifications')}
          hint={t('options.notifications_hint')}
          checked={preferences.notifications}
          error={isDenied ? t('options.notifications_denied') : undefined}
          onChange={onNotifications}
        />
      </div>
    </div>
  );
}
