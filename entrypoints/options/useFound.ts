import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import { ask } from '@/lib/messages/ask.ts';
import { connections, get } from '@/lib/storage/settings.ts';
import { type Found, urlOf } from './connectionFields.ts';
import type { ConnectionStart } from './load.ts';

/** The page that was last visited in this window, if the person opened Waymark over it; other pages are unknown. */
async function lastPage(): Promise<string | undefined> {
  const tabs = await browser.tabs.query({ currentWindow: true });
  const [last] = tabs
    .filter(({ active }) => !active)
    .toSorted((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0));
  const url = last?.url?.startsWith('http') ? urlOf(last.url) : undefined;
  const { list } = await get(connections);
  return url && !list.some(({ analyticsUrl }) => isPageOf(url, analyticsUrl)) ? last?.url : undefined;
}

/** Detects once, without a key, the service of the page over which the person pressed Connect, in the popup or here. */
export function useFound({ offered, connection, draft }: ConnectionStart) {
  const [page, setPage] = useState(offered);
  const [found, setFound] = useState<Found>();
  const [last, setLast] = useState<string>();
  const isNew = !connection && !draft.analyticsUrl;
  useEffect(() => {
    if (isNew) void lastPage().then(setLast, () => undefined);
  }, [isNew]);
  useEffect(() => {
    if (!page) return;
    setFound('asking');
    void ask('connection.identify', { page }).then((answer) =>
      setFound(answer.ok ? (answer.value ?? { url: urlOf(page) }) : undefined),
    );
  }, [page]);
  return { page, found, last, onConnect: setPage };
}

export type Finding = ReturnType<typeof useFound>;
