import { useEffect, useState } from 'preact/hooks';
import { dropNotifications, requestNotifications } from '@/lib/connections/permissions.ts';
import type { TemplateName } from '@/lib/connections/urlTemplates.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Kind } from '@/lib/services/traits.ts';
import {
  activeConnection,
  connections,
  type Defaults,
  defaults,
  type Preferences,
  preferences,
  watch,
  withTemplates,
} from '@/lib/storage/settings.ts';
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

/** What kind of service is connected, also once another is. */
export function useKind(first: Kind | undefined): Kind | undefined {
  const [kind, setKind] = useState(first);
  useEffect(() => watch(connections, (stored) => setKind(activeConnection(stored)?.kind)), []);
  return kind;
}

type Templates = Pick<Preferences, TemplateName>;

/** A template that is the kind's own is not kept: another kind has another. */
const ownTemplates = (part: Partial<Preferences>, initial: Templates): Partial<Preferences> =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, value === initial[name as TemplateName] ? '' : value]),
  );

/** The preferences, and the two sections that change them; each has its own `said`. */
export function usePreferences(start: Preferences, kind: Kind | undefined) {
  const [stored, change] = useSetting(preferences, start);
  const value = withTemplates(stored, { kind });
  const initial = withTemplates(preferences.fallback, { kind });
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
      initial,
      onChange: (part: Partial<Preferences>) => void change(ownTemplates(part, initial), tellPages),
    },
  };
}
