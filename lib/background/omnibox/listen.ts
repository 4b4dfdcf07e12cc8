import { browser } from 'wxt/browser';

// Not evaluated at the worker's start.
const answers = () => import('./answer.ts');

/** Answers what is typed after the keyword in the address bar. Browsers of phones, and Safari, have no keywords. */
export function listenForOmnibox(): void {
  browser.omnibox?.onInputStarted.addListener(async () => (await answers()).begin());
  browser.omnibox?.onInputChanged.addListener(async (text, suggest) => suggest(await (await answers()).suggest(text)));
  browser.omnibox?.onInputEntered.addListener(async (text, where) => (await answers()).enter(text, where));
}
