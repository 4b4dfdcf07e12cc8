import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { NotASite } from '@/entrypoints/popup/NotASite.tsx';
import { NotSetUp } from '@/entrypoints/popup/NotSetUp.tsx';
import { PopupLayout } from '@/entrypoints/popup/PopupLayout.tsx';
import { activeConnection, connections, watch } from '@/lib/storage/settings.ts';
import { loadAgain, type PopupStart } from './load.ts';
import { Site } from './Site.tsx';

/** Opens one of our pages and closes the popup: in Firefox it would stay over the page. */
async function openPage(open: () => Promise<unknown>): Promise<void> {
  await open();
  window.close();
}

export const openPages = {
  onSettings: () => void openPage(() => browser.runtime.openOptionsPage()),
  onManage: () => void openPage(() => browser.tabs.create({ url: browser.runtime.getURL('/manage.html') })),
};

/** What the popup began with, anew where it is connected to another service by now. */
function useStart(first: PopupStart): PopupStart {
  const [start, setStart] = useState(first);
  const url = start.connection?.analyticsUrl;
  useEffect(
    () =>
      watch(connections, (stored) => {
        if (activeConnection(stored)?.analyticsUrl !== url) void loadAgain().then(setStart);
      }),
    [url],
  );
  return start;
}

export function App({ first }: { first: PopupStart }) {
  const start = useStart(first);
  const [typed, setTyped] = useState<string>();
  const host = typed ?? start.host;
  if (!start.connection)
    return (
      <PopupLayout host={host} {...openPages}>
        <NotSetUp onSettings={openPages.onSettings} />
      </PopupLayout>
    );
  if (!host)
    return (
      <PopupLayout {...openPages}>
        <NotASite reason={'refused' in start.site ? start.site.refused : 'empty'} onHost={setTyped} />
      </PopupLayout>
    );
  const { connection } = start;
  return <Site key={`${connection.analyticsUrl} ${host}`} host={host} start={start} connection={connection} />;
}
