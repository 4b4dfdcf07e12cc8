import { useState } from 'preact/hooks';
import { useRead } from '@/components/useWatched.ts';
import { loadLater } from '../later.tsx';

/**
 * Returns the address of a service, and a function that changes it. Until the person types, this is the open page's
 * address if the page belongs to a service, otherwise ''.
 */
export function useServiceAddress(tabId: number | undefined, url: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState<string>();
  const own = useRead(async () => {
    if (tabId === undefined || !/^https?:/.test(url)) return '';
    const { origin, pathname } = new URL(url);
    const { seesService } = await loadLater();
    return (await seesService(tabId, url)) ? origin + pathname : '';
  }, [tabId, url]);
  return [typed ?? own ?? '', setTyped];
}
