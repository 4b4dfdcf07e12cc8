import { render } from 'preact';
import '@/components/base.css';
import './popup.css';
import { setPageLanguage } from '@/lib/text/i18n.ts';
import { App } from './App.tsx';
import { keepHeight } from './keepHeight.ts';
import { loadPopup } from './load.ts';

setPageLanguage();
const root = document.getElementById('app');
if (root) {
  render(<App first={await loadPopup(globalThis.preloaded)} />, root);
  keepHeight(root);
}
