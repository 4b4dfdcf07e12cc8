import { browser } from 'wxt/browser';
import type { Entry } from '@/lib/addMany/parse.ts';
import { siteOf } from '@/lib/hosts/parse.ts';

/**
 * Asks for a permission. Must be called directly in a click, because browsers refuse to prompt otherwise. Resolves to
 * false for bookmarks in Firefox for Android, which has none.
 */
export const allow = (permission: 'tabs' | 'bookmarks'): Promise<boolean> =>
  browser.permissions.request({ permissions: [permission] }).catch(() => false);

/** Makes an entry that shows the page's title instead of its URL, which may contain private data. */
const entryOf = (title: string | undefined, url: string | undefined, line: number): Entry => {
  const site = siteOf(url);
  return { line, text: title || ('host' in site ? site.host : ''), site };
};

/** The sites of the open tabs, except those in private windows. */
export async function tabEntries(where: 'window' | 'all'): Promise<Entry[]> {
  const tabs = await browser.tabs.query(where === 'window' ? { currentWindow: true } : {});
  return tabs
    .filter(({ incognito }) => !incognito)
    .map(({ title, url }, index) => entryOf(title, url, index + 1))
    .filter(({ site }) => 'host' in site);
}

export interface Folder {
  id: string;
  title: string;
  /** Nesting level. */
  depth: number;
  /** The bookmarks in the folder and its subfolders. */
  entries: Entry[];
}

interface Node {
  id: string;
  title: string;
  url?: string;
  children?: Node[];
}

function pagesIn(node: Node): Node[] {
  return node.url ? [node] : (node.children ?? []).flatMap(pagesIn);
}

function foldersIn(node: Node, depth: number): Folder[] {
  const children = (node.children ?? []).filter(({ url }) => !url);
  const entries = pagesIn(node)
    .map(({ title, url }, index) => entryOf(title, url, index + 1))
    .filter(({ site }) => 'host' in site);
  const below = children.flatMap((child) => foldersIn(child, depth + 1));
  return entries.length ? [{ id: node.id, title: node.title, depth, entries }, ...below] : below;
}

/** The bookmark folders that contain sites, each followed by its subfolders. */
export async function bookmarkFolders(): Promise<Folder[]> {
  const roots = (await browser.bookmarks.getTree()) as Node[];
  return roots.flatMap((root) => foldersIn(root, 0));
}
