import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import { connections, get } from '@/lib/storage/settings.ts';
import { mayBeService } from './mayBeService.ts';

/** The address of the tab's page, if that may belong to a service that is not connected yet. */
export function useServicePage(): string | undefined {
  const [page, setPage] = useState<string>();
  useEffect(() => {
    void Promise.all([browser.tabs.query({ active: true, currentWindow: true }), get(connections)]).then(
      ([[{ url = '' } = {}], { list }]) => {
        if (mayBeService(url) && !list.some(({ analyticsUrl }) => isPageOf(url, analyticsUrl))) setPage(url);
      },
    );
  }, []);
  return page;
}
