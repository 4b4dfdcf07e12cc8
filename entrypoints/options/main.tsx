import { render } from 'preact';
import '@/components/base.css';
import './options.css';
import { setPageLanguage, t } from '@/lib/text/i18n.ts';
import { loadPageTexts } from '@/lib/text/pageTexts.ts';
import { loadOptions } from './load.ts';
import { Options } from './Options.tsx';

const root = document.getElementById('app');
const [start] = await Promise.all([loadOptions(location), loadPageTexts()]);
setPageLanguage(t('options.title'));
if (root) render(<Options start={start} />, root);
