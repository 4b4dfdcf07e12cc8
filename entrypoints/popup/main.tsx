import { render } from 'preact';
import '@/components/base.css';
import './popup.css';
import { startPage } from '@/components/startPage.ts';
import { App } from './App.tsx';
import { loadPopup } from './load.ts';

/** Keeps the popup from shrinking, so that its window does not jump when the content changes. */
function keepHeight(root: HTMLElement): void {
  new ResizeObserver(() => {
    root.style.minHeight = `${root.offsetHeight}px`;
  }).observe(root);
}

// No top-level await: a script imported during the wait may import this one, and each would wait for the other forever.
void startPage(loadPopup(globalThis.preloaded), (first, root) => {
  render(<App first={first} />, root);
  keepHeight(root);
});
