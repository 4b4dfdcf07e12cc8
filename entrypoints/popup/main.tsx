import { render } from 'preact';
import '@/assets/styles/base.css';
import '@/assets/styles/popup.css';
import { dressPage } from '@/lib/page.ts';
import { App } from './App.tsx';
import { load } from './load.ts';

dressPage();
const root = document.getElementById('app');
if (root) render(<App start={await load()} />, root);
