import { render } from 'preact';
import '@/components/base.css';
import './options.css';
import { setPageLanguage, t } from '@/lib/text/i18n.ts';
import { loadOptions } from './load.ts';
import { Options } from './Options.tsx';

setPageLanguage(t('options.title'));
const root = document.getElementById('app');
if (root) render(<Options start={await loadOptions()} />, root);
