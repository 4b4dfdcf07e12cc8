import { type Browser, browser } from 'wxt/browser';
import type { Entry } from '@/lib/addMany/parse.ts';
import { siteOf } from '@/lib/hosts/parse.ts';
import { get, preferences } from '@/lib/storage/settings.ts';

/**
 * Asks the person for a permission. Call it directly in a click handler; otherwise browsers refuse to prompt. Resolves
 * to false for bookmarks in Firefox for Android, which has no bookmarks for extensions.
 */
export const allow = (permission: 'tabs' | 'bookmarks'): Promise<boolean> =>
  browser.permissions.request({ permissions: [permission] }).catch(() => false);

const giveBack = (permission: 'tabs' | 'bookmarks'): Promise<boolean> =>
  browser.permissions.remove({ permissions: [permission] }).catch(() => false);

/** Makes an entry for each web page. Its text is the page's title or host, as the URL may contain private data. */
const entriesOf = (pages: readonly { title?: string | undefined; url?: string | undefined }[]): Entry[] =>
  pages.flatMap(({ title, url }, index) => {
    const site = siteOf(url);
    return 'host' in site ? { line: index + 1, text: title || site.host, site } : [];
  });

/**
 * Reads the sites of the open tabs, except tabs in private windows. Then gives the permission `tabs` back, unless the
 * badge needs it.
 */
export async function tabEntries(where: 'window' | 'all'): Promise<Entry[]> {
  const tabs = await browser.tabs.query(where === 'window' ? { currentWindow: true } : {});
  if (!(await get(preferences)).badge) await giveBack('tabs');
  return entriesOf(tabs.filter(({ incognito }) => !incognito));
}

export interface Folder {
  id: string;
  title: string;
  /** How many folders this folder is nested in. */
  depth: number;
  /** The bookmarks in the folder and its subfolders. */
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
  await giveBack('bookmarks');
  return roots.flatMap((root) => foldersIn(root, 0));
}
