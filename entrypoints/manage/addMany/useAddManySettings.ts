import { useEffect, useState } from 'preact/hooks';
import type { HostChoice } from '@/lib/hosts/parse.ts';
import {
  activeConnection,
  type ConnectionAddress,
  connections,
  get,
  preferences,
  watch,
} from '@/lib/storage/settings.ts';
import { useSessionState } from './useSessionState.ts';

/** The analytics service, and the account there; null if none is connected, undefined while loading. */
export function useConnected(): ConnectionAddress | null | undefined {
  const [connected, setConnected] = useState<ConnectionAddress | null>();
  useEffect(() => {
    const take = (stored: Parameters<typeof activeConnection>[0]) => setConnected(activeConnection(stored) ?? null);
    void get(connections).then(take);
    return watch(connections, take);
  }, []);
  return connected;
}

/** Which variant of a host is registered: as chosen here, or as in the preferences. */
export function useHostChoice() {
  const [choice, setChoice] = useSessionState<HostChoice | undefined>('choice', () => undefined);
  const [preferred, setPreferred] = useState<HostChoice>('seen');
  useEffect(() => {
    void get(preferences).then(({ hostChoice }) => setPreferred(hostChoice));
  }, []);
  return [choice ?? preferred, setChoice] as const;
}
