import { useEffect, useState } from 'preact/hooks';
import { loadLater } from '../later.tsx';

/**
 * The typed address of a service. It starts as the open page's own address, if that page belongs to a service and nothing was
 * typed before this is known.
 */
export function useServiceAddress(tabId: number | undefined, url: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    if (tabId === undefined || !/^https?:/.test(url)) return;
    const { origin, pathname } = new URL(url);
    void loadLater()
      .then(({ seesService }) => seesService(tabId, url))
      .then((isService) => isService && setTyped((before) => before ?? origin + pathname));
  }, [tabId, url]);
  return [typed ?? '', setTyped];
}
