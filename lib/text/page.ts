import { direction, language } from './i18n.ts';

/** Tells the browser and screen readers the language and direction of a page's words, and names the page. */
export function setPageLanguage(title?: string): void {
  const root = document.documentElement;
  root.lang = language();
  root.dir = direction();
  if (title) document.title = title;
}
