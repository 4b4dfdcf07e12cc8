import { render } from 'preact';
import '@/components/base.css';
import './manage.css';
import { startPage } from '@/components/startPage.ts';
import { loadPageTexts } from '@/lib/text/pageTexts.ts';
import { isListTab, listKindOf, parseQuery, viewQuery } from '@/lib/websites/query.ts';
import { App } from './App.tsx';
import { beginList } from './list/listStore.ts';
import { loadManage, partsOf, startFor } from './useStart.ts';

async function load() {
  const loaded = await loadManage();
  const query = parseQuery(location.search);
  const kind = listKindOf(query.tab);
  const parts = isListTab(query.tab) ? partsOf(kind, startFor(loaded, query.connection)) : [];
  if (parts.length) await beginList(kind, parts, viewQuery(query));
  return loaded;
}

await startPage(Promise.all([load(), loadPageTexts()]), ([first], root) => render(<App first={first} />, root));
