import { language } from './strings.ts';

/** Those of assets/locales that are written from right to left. The browser's own direction is that of its language, which may not be ours. */
const rightToLeft = ['ar', 'he'];

/** Tells the browser and screen readers the language and direction of a page's words, and names the page. */
export function dressPage(title?: string): void {
  const root = document.documentElement;
  root.lang = language();
  root.dir = rightToLeft.includes(root.lang) ? 'rtl' : 'ltr';
  if (title) document.title = title;
}
