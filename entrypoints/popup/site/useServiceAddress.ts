import { useEffect, useState } from 'preact/hooks';
import { loadLater } from '../later.tsx';

/** What is typed as the address of a service; the page's own, if that shows a service and nothing is typed before it is seen. */
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
