import { browser } from 'wxt/browser';
import { language } from './strings.ts';

/** Tells the browser and screen readers the language and direction of a page's words, and names the page. */
export function dressPage(title?: string): void {
  document.documentElement.lang = language().replace('_', '-');
  document.documentElement.dir = browser.i18n.getMessage('@@bidi_dir') || 'ltr';
  if (title) document.title = title;
}
