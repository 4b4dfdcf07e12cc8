import { dropNotifications, requestNotifications } from '@/lib/connections/permissions.ts';
import { type Preferences, preferences } from '@/lib/storage/settings.ts';
import { usePermitted } from './usePermitted.ts';
import { useSaid, useSetting } from './useSetting.ts';

/** The preferences, and the two sections in which they are changed; each tells its own outcome. */
export function usePreferences(start: Preferences) {
  const [value, change] = useSetting(preferences, start);
  const [behaviourSaid, tellBehaviour] = useSaid();
  const [pagesSaid, tellPages] = useSaid();
  const notifications = usePermitted({ request: requestNotifications, drop: dropNotifications }, (isOn) =>
    change({ notifications: isOn }, tellBehaviour),
  );
  return {
    value,
    change,
    behaviour: {
      said: behaviourSaid,
      onChange: (part: Partial<Preferences>) => void change(part, tellBehaviour),
      onNotifications: notifications.onSwitch,
      isDenied: notifications.isDenied,
    },
    pages: {
      said: pagesSaid,
      usual: preferences.fallback,
      onChange: (part: Partial<Preferences>) => void change(part, tellPages),
    },
  };
}
