import { browser } from 'wxt/browser';
import type { Entry } from '@/lib/addMany/parse.ts';
import { siteOf } from '@/lib/hosts/parse.ts';

const largest = 10 * 2 ** 20;

/** A file's text; why it cannot be had otherwise. */
export async function textOf(file: File): Promise<{ text: string } | { failed: 'large' | 'unreadable' }> {
  if (file.size > largest) return { failed: 'large' };
  try {
    const text = await file.text();
    // What is no text has zero bytes sooner or later: a spreadsheet's own format, an image.
    return text.includes('\0') ? { failed: 'unreadable' } : { text };
  } catch {
    return { failed: 'unreadable' };
  }
}

/** Asks for a permission straight from a click: browsers refuse to ask otherwise. Firefox for Android knows no bookmarks. */
export const allow = (permission: 'tabs' | 'bookmarks'): Promise<boolean> =>
  browser.permissions.request({ permissions: [permission] }).catch(() => false);

/** The name of a page stands for its address, which may hold what is nobody's business. */
const entryOf = (title: string | undefined, url: string | undefined, line: number): Entry => {
  const site = siteOf(url);
  return { line, text: title || ('host' in site ? site.host : ''), site };
};

/** The sites of the open tabs; private windows are left out, and so is what is no site. */
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
  /** How deep it lies in others. */
  depth: number;
  /** Bookmarks in it and in the folders within. */
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

/** The bookmark folders that hold sites, each followed by those within it. */
export async function bookmarkFolders(): Promise<Folder[]> {
  const roots = (await browser.bookmarks.getTree()) as Node[];
  return roots.flatMap((root) => foldersIn(root, 0));
}
