import { useState } from 'preact/hooks';
import { type Browser, browser } from 'wxt/browser';
import { fileText } from '@/lib/addMany/fileText.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { dropPermission, requestPermission } from '@/lib/connections/permissions.ts';
import { siteOf } from '@/lib/hosts/parse.ts';
import { get, preferences } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import type { useSources } from './useSources.ts';

/** Makes an entry for each web page. Its text is the page's title or host, because the URL may contain private data. */
const entriesOf = (pages: readonly { title?: string | undefined; url?: string | undefined }[]): Entry[] =>
  pages.flatMap(({ title, url }, index) => {
    const site = siteOf(url);
    return 'host' in site ? { line: index + 1, text: title || site.host, site } : [];
  });

/** Reads the sites of open tabs, except private ones. Gives the permission `tabs` back, unless the badge needs it. */
export async function tabEntries(where: 'window' | 'all'): Promise<Entry[]> {
  const tabs = await browser.tabs.query(where === 'window' ? { currentWindow: true } : {});
  if (!(await get(preferences)).badge) await dropPermission('tabs');
  return entriesOf(tabs.filter(({ incognito }) => !incognito));
}

export interface Folder {
  id: string;
  title: string;
  depth: number;
  entries: Entry[];
}

type Node = Browser.bookmarks.BookmarkTreeNode;

const pagesIn = (node: Node): Node[] => (node.url ? [node] : (node.children ?? []).flatMap(pagesIn));

function foldersIn({ id, title, children = [] }: Node, depth: number): Folder[] {
  const entries = entriesOf(children.flatMap(pagesIn));
  const below = children.filter(({ url }) => !url).flatMap((child) => foldersIn(child, depth + 1));
  return entries.length ? [{ id, title, depth, entries }, ...below] : below;
}

/** Reads the bookmark folders with sites, each followed by its subfolders. Gives the permission `bookmarks` back. */
export async function bookmarkFolders(): Promise<Folder[]> {
  const roots = await browser.bookmarks.getTree();
  await dropPermission('bookmarks');
  return roots.flatMap((root) => foldersIn(root, 0));
}

export function useTaking({ add, addText, during, setProblem }: ReturnType<typeof useSources>) {
  const [folders, setFolders] = useState<Folder[]>();

  const takeFiles = (files: readonly File[]) => {
    setProblem('');
    void during(async () => {
      for (const file of files) {
        const read = await fileText(file, navigator.language);
        if ('text' in read) await addText(file.name, read.text);
        else setProblem(t(read.failed === 'large' ? 'addmany.file_large' : 'addmany.file_failed'));
      }
    });
  };
  const takeTabs = async (where: 'window' | 'all') => {
    setProblem('');
    if (!(await requestPermission('tabs'))) return setProblem(t('addmany.permission_denied'));
    const entries = await tabEntries(where);
    if (!entries.length) return setProblem(t('addmany.no_tabs'));
    add(t(where === 'all' ? 'addmany.all_tabs' : 'addmany.window_tabs'), entries);
  };
  const openBookmarks = async () => {
    setProblem('');
    // Firefox for Android never grants this, because its extensions cannot read bookmarks.
    if (!(await requestPermission('bookmarks'))) return setProblem(t('addmany.permission_denied'));
    const found = await bookmarkFolders();
    if (!found.length) return setProblem(t('addmany.no_bookmarks'));
    setFolders(found);
  };
  const takeFolder = ({ title, entries }: Folder) => {
    add(title || t('addmany.all_bookmarks'), entries);
    setFolders(undefined);
  };
  return { folders, takeFiles, takeTabs, openBookmarks, takeFolder };
}
