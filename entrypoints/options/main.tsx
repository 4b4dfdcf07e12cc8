import { render } from 'preact';
import '@/assets/styles/base.css';
import '@/assets/styles/options.css';
import { dressPage } from '@/lib/page.ts';
import { t } from '@/lib/strings.ts';
import { load } from './load.ts';
import { Options } from './Options.tsx';

dressPage(t('options.title'));
const root = document.getElementById('app');
if (root) render(<Options start={await load()} />, root);
