import { render } from 'preact';
import '@/components/base.css';
import './options.css';
import { startPage } from '@/components/startPage.ts';
import { t } from '@/lib/text/i18n.ts';
import { loadPageTexts } from '@/lib/text/pageTexts.ts';
import { loadOptions } from './load.ts';
import { Options } from './Options.tsx';

await startPage(Promise.all([loadOptions(location), loadPageTexts()]), ([start], root) => {
  document.title = t('options.title');
  render(<Options start={start} />, root);
});
