import { useEffect, useState } from 'preact/hooks';
import type { HostChoice } from '@/lib/hosts/parse.ts';
import { activeConnection, connections, get, preferences, watch } from '@/lib/storage/settings.ts';
import { useSessionState } from './useSessionState.ts';

/** The address of the analytics service; '' if none is connected, undefined while loading. */
export function useServiceUrl(): string | undefined {
  const [serviceUrl, setServiceUrl] = useState<string>();
  useEffect(() => {
    const take = (stored: Parameters<typeof activeConnection>[0]) =>
      setServiceUrl(activeConnection(stored)?.analyticsUrl ?? '');
    void get(connections).then(take);
    return watch(connections, take);
  }, []);
  return serviceUrl;
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
