import { render } from 'preact';
import '@/components/base.css';
import '@/entrypoints/manage/manage.css';
import { dressPage } from '@/lib/text/page.ts';
import { App } from './App.tsx';
import { load } from './useStart.ts';

dressPage();
const root = document.getElementById('app');
if (root) render(<App first={await load()} />, root);
