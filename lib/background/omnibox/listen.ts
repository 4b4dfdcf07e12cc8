import { browser } from 'wxt/browser';

// Loaded when needed, to keep the worker's start fast.
const answers = () => import('./answer.ts');

/** Answers text typed after the keyword in the address bar. Safari and mobile browsers have no keywords. */
export function listenForOmnibox(): void {
  browser.omnibox?.onInputStarted.addListener(async () => (await answers()).begin());
  browser.omnibox?.onInputChanged.addListener(async (text, suggest) => suggest(await (await answers()).suggest(text)));
  browser.omnibox?.onInputEntered.addListener(async (text, where) => (await answers()).enter(text, where));
}
