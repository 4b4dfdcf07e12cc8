import { useEffect, useMemo, useState } from 'preact/hooks';
import { fitted } from '@/lib/services/traits.ts';
import {
  activeConnection,
  type ConnectionAddress,
  connections,
  type Defaults,
  defaults,
  defaultsFor,
  get,
  type Preferences,
  preferences,
  type Setting,
  watch,
  withTemplates,
} from '@/lib/storage/settings.ts';
import { type PerPage, perPageChoices } from '@/lib/websites/query.ts';

/** How many records a page of a list shows, as it was chosen last. */
export const perPage: Setting<PerPage> = {
  key: 'perPage',
  area: 'local',
  version: 1,
  fallback: 50,
  parse: (value) => perPageChoices.find((choice) => choice === value),
};

/** The settings this page needs. */
export interface ManageStart {
  connection: ConnectionAddress | undefined;
  defaults: Defaults;
  preferences: Preferences;
  perPage: PerPage;
}

export async function loadManage(): Promise<ManageStart> {
  const [stored, fields, preferred, size] = await Promise.all([
    get(connections),
    get(defaults),
    get(preferences),
    get(perPage),
  ]);
  return { connection: activeConnection(stored), defaults: fields, preferences: preferred, perPage: size };
}

/** Templates and defaults as they hold for the connection and its kind of service. */
function forConnection(start: ManageStart): ManageStart {
  const { connection } = start;
  return {
    ...start,
    defaults: fitted(connection?.kind, defaultsFor(start.defaults, connection)),
    preferences: withTemplates(start.preferences, connection),
  };
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
  return useMemo(() => forConnection(start), [start]);
}
