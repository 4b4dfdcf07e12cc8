import { render } from 'preact';
import '@/components/base.css';
import './popup.css';
import { setPageLanguage } from '@/lib/text/i18n.ts';
import { App } from './App.tsx';
import { loadPopup } from './load.ts';

/** Keeps the popup as high as it was: what it holds changes, and the window around it shall not jump. */
function keepHeight(root: HTMLElement): void {
  new ResizeObserver(() => {
    root.style.minHeight = `${root.offsetHeight}px`;
  }).observe(root);
}

setPageLanguage();
const root = document.getElementById('app');
// No top-level await: a chunk that is imported while this one is evaluated may need it, and both would wait for ever.
if (root)
  void loadPopup(globalThis.preloaded).then((first) => {
    render(<App first={first} />, root);
    keepHeight(root);
  });
