import { useState } from 'preact/hooks';
import type { PopupStart } from './load.ts';
import { NotASite } from './NotASite.tsx';
import { NotSetUp } from './NotSetUp.tsx';
import { PopupLayout } from './PopupLayout.tsx';
import { openPages } from './pages.ts';
import { Site } from './Site.tsx';
import { useStart } from './useStart.ts';

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
