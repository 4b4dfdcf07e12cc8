import { useEffect, useState } from 'preact/hooks';
import type { HostChoice } from '@/lib/hosts/parse.ts';
import { get, preferences } from '@/lib/storage/settings.ts';
import { useSessionState } from './useSessionState.ts';

/** Which variant of a host is registered: as chosen here, or as in the preferences. */
export function useHostChoice() {
  const [choice, setChoice] = useSessionState<HostChoice | undefined>('choice', () => undefined);
  const [preferred, setPreferred] = useState<HostChoice>('seen');
  useEffect(() => {
    void get(preferences).then(({ hostChoice }) => setPreferred(hostChoice));
  }, []);
  return [choice ?? preferred, setChoice] as const;
}
