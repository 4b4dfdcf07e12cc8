import { browser } from 'wxt/browser';

// Loaded on demand, so that the worker starts fast.
const answers = () => import('./answer.ts');

/**
 * Listens for text typed after Waymark's keyword in the address bar. Safari and mobile browsers have no such keywords.
 */
export function listenForOmnibox(): void {
  browser.omnibox?.onInputStarted.addListener(async () => (await answers()).begin());
  browser.omnibox?.onInputChanged.addListener(async (text, suggest) => suggest(await (await answers()).suggest(text)));
  browser.omnibox?.onInputEntered.addListener(async (text, where) => (await answers()).enter(text, where));
}
