import { useEffect, useState } from 'preact/hooks';
import {
  activeConnection,
  type ConnectionAddress,
  connections,
  type Defaults,
  defaults,
  get,
  type Preferences,
  preferences,
  watch,
} from '@/lib/storage/settings.ts';

/** The settings this page needs. */
export interface ManageStart {
  connection: ConnectionAddress | undefined;
  defaults: Defaults;
  preferences: Preferences;
}

export async function loadManage(): Promise<ManageStart> {
  const [stored, fields, preferred] = await Promise.all([get(connections), get(defaults), get(preferences)]);
  return { connection: activeConnection(stored), defaults: fields, preferences: preferred };
}

/** The settings, kept up to date when another page changes them. */
export function useManageSettings(first: ManageStart): ManageStart {
  const [start, setStart] = useState(first);
  useEffect(() => {
    const part = (changed: Partial<ManageStart>) => setStart((before) => ({ ...before, ...changed }));
    const stops = [
      watch(connections, (stored) => part({ connection: activeConnection(stored) })),
      watch(defaults, (fields) => part({ defaults: fields })),
      watch(preferences, (preferred) => part({ preferences: preferred })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return start;
}
