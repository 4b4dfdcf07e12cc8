import { dropNotifications, requestNotifications } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import { type Defaults, defaults, type Preferences, preferences } from '@/lib/storage/settings.ts';
import { problemText } from '@/lib/text/problems.ts';
import { usePermitted } from './usePermitted.ts';
import { useSaid, useSetting } from './useSetting.ts';

/** What new websites start with, the default password among it. */
export function useNewSites(start: Defaults) {
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
