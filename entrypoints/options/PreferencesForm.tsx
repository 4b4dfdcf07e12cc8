import { useId } from 'preact/hooks';
import { Checkbox } from '@/components/Checkbox.tsx';
import type { HostChoice } from '@/lib/hosts/parse.ts';
import type { Preferences } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { Fixed } from './Fixed.tsx';

const hostChoiceLabels: readonly { value: HostChoice; label: () => string; hint: () => string }[] = [
  { value: 'seen', label: () => t('popup.host_seen'), hint: () => t('options.host_seen_hint') },
  { value: 'bare', label: () => t('popup.host_bare'), hint: () => t('options.host_bare_hint') },
  { value: 'registrable', label: () => t('popup.host_registrable'), hint: () => t('options.host_registrable_hint') },
];

interface HostRadiosProps {
  value: HostChoice;
  onChange: (value: HostChoice) => void;
}

/** Which variant of a host is registered by default. */
function HostRadios({ value, onChange }: HostRadiosProps) {
  const id = useId();
  return (
    <fieldset>
      <legend class="label">{t('options.host_choice')}</legend>
      {hostChoiceLabels.map((choice) => (
        <div class="check" key={choice.value}>
          <input
            id={`${id}-${choice.value}`}
            type="radio"
            name="host-choice"
            checked={choice.value === value}
            aria-describedby={`${id}-${choice.value}-hint`}
            onChange={() => onChange(choice.value)}
          />
          <div>
            <label for={`${id}-${choice.value}`}>{choice.label()}</label>
            <p class="hint" id={`${id}-${choice.value}-hint`}>
              {choice.hint()}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}

interface PreferencesFormProps {
  preferences: Preferences;
  /** Firefox for Android has no context menus. */
  hasMenus: boolean;
  onChange: (part: Partial<Preferences>) => void;
  /** Called directly in the click, because the browser prompts for a permission. */
  onNotifications: (wanted: boolean) => void;
  /** The permission was denied. */
  isDenied: boolean;
}

export function PreferencesForm({ preferences, hasMenus, onChange, onNotifications, isDenied }: PreferencesFormProps) {
  return (
    <div class="parts">
      <div class="part">
        <Fixed name="hostChoice">
          <HostRadios value={preferences.hostChoice} onChange={(hostChoice) => onChange({ hostChoice })} />
        </Fixed>
      </div>
      <div class="part stack">
        {hasMenus && (
          <Fixed name="contextMenu">
            <Checkbox
              label={t('options.context_menu')}
              hint={t('options.context_menu_hint')}
              checked={preferences.contextMenu}
              onChange={(contextMenu) => onChange({ contextMenu })}
            />
          </Fixed>
        )}
        <Fixed name="popupSearch">
          <Checkbox
            label={t('options.popup_search')}
            hint={t('options.popup_search_hint')}
            checked={preferences.popupSearch}
            onChange={(popupSearch) => onChange({ popupSearch })}
          />
        </Fixed>
        <Fixed name="notifications">
          <Checkbox
            label={t('options.notifications')}
            hint={t('options.notifications_hint')}
            checked={preferences.notifications}
            error={isDenied ? t('options.notifications_denied') : undefined}
            onChange={onNotifications}
          />
        </Fixed>
      </div>
    </div>
  );
}
