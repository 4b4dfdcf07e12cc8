import { render } from 'preact';
import '@/assets/styles/base.css';
import '@/assets/styles/manage.css';
import { dressPage } from '@/lib/page.ts';
import { App } from './App.tsx';
import { load } from './useStart.ts';

dressPage();
const root = document.getElementById('app');
if (root) render(<App first={await load()} />, root);
