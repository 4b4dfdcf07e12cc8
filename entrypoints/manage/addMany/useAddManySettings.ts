import { useEffect, useState } from 'preact/hooks';
import type { HostChoice } from '@/lib/hosts/parse.ts';
import { activeConnection, connections, get, preferences, watch } from '@/lib/storage/settings.ts';
import { useSessionState } from './useSessionState.ts';

/** The address of the analytics service; '' where there is none, undefined until it is known. */
export function useBase(): string | undefined {
  const [base, setBase] = useState<string>();
  useEffect(() => {
    const take = (stored: Parameters<typeof activeConnection>[0]) =>
      setBase(activeConnection(stored)?.analyticsUrl ?? '');
    void get(connections).then(take);
    return watch(connections, take);
  }, []);
  return base;
}

/** Which of a site's hosts is registered: as chosen here, else as the settings say. */
export function useChoice() {
  const [choice, setChoice] = useSessionState<HostChoice | undefined>('choice', () => undefined);
  const [preferred, setPreferred] = useState<HostChoice>('seen');
  useEffect(() => {
    void get(preferences).then(({ hostChoice }) => setPreferred(hostChoice));
  }, []);
  return [choice ?? preferred, setChoice] as const;
}
