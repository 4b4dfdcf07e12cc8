import { render } from 'preact';
import '@/components/base.css';
import './manage.css';
import { setPageLanguage } from '@/lib/text/i18n.ts';
import { loadPageTexts } from '@/lib/text/pageTexts.ts';
import { App } from './App.tsx';
import { loadManage } from './useStart.ts';

setPageLanguage();
const root = document.getElementById('app');
const [first] = await Promise.all([loadManage(), loadPageTexts()]);
if (root) render(<App first={first} />, root);
