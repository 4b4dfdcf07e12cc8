import { fakeBrowser } from 'wxt/testing/fake-browser';
import { onMessage } from '@/lib/background/router.ts';

/** Asks the worker's listener as a page of ours would, and gives its answer. `more`: the rest of the message. */
export function askAsPage(name: string, input: unknown, more: object = {}): Promise<unknown> {
  const url = fakeBrowser.runtime.getURL('/');
  const sender = { id: fakeBrowser.runtime.id, origin: url.slice(0, -1), url, frameId: 0 };
  return new Promise((resolve) =>
    onMessage({ ask: name, input, id: crypto.randomUUID(), ...more }, sender as never, resolve),
  );
}
