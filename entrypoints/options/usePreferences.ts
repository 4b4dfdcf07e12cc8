import { dropNotifications, requestNotifications } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import { type Defaults, defaults, type Preferences, preferences } from '@/lib/storage/settings.ts';
import { problemText } from '@/lib/text/problems.ts';
import { usePermission, useSaid, useSetting } from './useSetting.ts';

/** The defaults of new websites, including the default password. */
export function useDefaults(start: Defaults) {
  const [said, tell] = useSaid();
  const [value, change] = useSetting(defaults, start);
  return {
    said,
    value,
    onChange: (part: Partial<Defaults>) => void change(part, tell),
    onPassword: async (password: string) => {
      const answer = await ask('keys.defaultPassword', { password });
      tell(answer.ok ? 'saved' : { failed: problemText(answer.problem) });
      return answer.ok;
    },
  };
}

/** The preferences, and the two sections that change them; each has its own `said`. */
export function usePreferences(start: Preferences) {
  const [value, change] = useSetting(preferences, start);
  const [behaviourSaid, tellBehaviour] = useSaid();
  const [pagesSaid, tellPages] = useSaid();
  const notifications = usePermission({ request: requestNotifications, drop: dropNotifications }, (isOn) =>
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
      initial: preferences.fallback,
      onChange: (part: Partial<Preferences>) => void change(part, tellPages),
    },
  };
}
