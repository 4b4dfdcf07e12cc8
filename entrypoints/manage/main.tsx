import { render } from 'preact';
import '@/components/base.css';
import './manage.css';
import { setPageLanguage } from '@/lib/text/i18n.ts';
import { App } from './App.tsx';
import { loadManage } from './useStart.ts';

setPageLanguage();
const root = document.getElementById('app');
if (root) render(<App first={await loadManage()} />, root);
