import { fakeBrowser } from 'wxt/testing/fake-browser';
import { onMessage } from '@/lib/background/router.ts';

const url = fakeBrowser.runtime.getURL('/');
/** Who sends a message from a page of ours. */
export const ownPage = { id: fakeBrowser.runtime.id, origin: url.slice(0, -1), url, frameId: 0 };

/** Hands a message of a page of ours to the worker's listener, and gives its answer. */
export const send = (message: object): Promise<unknown> =>
  new Promise((resolve) => onMessage(message, ownPage as never, resolve));

/** Asks the worker's listener as a page of ours would, and gives its answer. `more`: the rest of the message. */
export const askAsPage = (name: string, input: unknown, more: object = {}): Promise<unknown> =>
  send({ ask: name, input, id: crypto.randomUUID(), ...more });
