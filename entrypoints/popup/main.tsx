import { render } from 'preact';
import '@/components/base.css';
import '@/entrypoints/popup/popup.css';
import { dressPage } from '@/lib/text/page.ts';
import { App } from './App.tsx';
import { load } from './load.ts';

dressPage();
const root = document.getElementById('app');
if (root) render(<App start={await load()} />, root);
