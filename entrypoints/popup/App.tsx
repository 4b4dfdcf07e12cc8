import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { NotASite } from '@/entrypoints/popup/NotASite.tsx';
import { NotSetUp } from '@/entrypoints/popup/NotSetUp.tsx';
import { Frame } from '@/entrypoints/popup/PopupLayout.tsx';
import type { Start } from './load.ts';
import { Site } from './Site.tsx';

/** Opens one of our pages and closes the popup: in Firefox it would stay over the page. */
async function openPage(open: () => Promise<unknown>): Promise<void> {
  await open();
  window.close();
}

export const pages = {
  onSettings: () => void openPage(() => browser.runtime.openOptionsPage()),
  onManage: () => void openPage(() => browser.tabs.create({ url: browser.runtime.getURL('/manage.html') })),
};

export function App({ start }: { start: Start }) {
  const [typed, setTyped] = useState<string>();
  const host = typed ?? start.host;
  if (!start.connection)
    return (
      <Frame host={host} {...pages}>
        <NotSetUp onSettings={pages.onSettings} />
      </Frame>
    );
  if (!host)
    return (
      <Frame {...pages}>
        <NotASite reason={'refused' in start.site ? start.site.refused : 'empty'} onHost={setTyped} />
      </Frame>
    );
  return <Site key={host} host={host} start={start} connection={start.connection} />;
}
