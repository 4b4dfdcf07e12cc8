import { useLayoutEffect } from 'preact/hooks';
import { type Browser, browser } from 'wxt/browser';
import { useWatched } from '@/components/useWatched.ts';
import { failedCopies } from '@/lib/addMany/copy.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { dropPermission, requestPermission } from '@/lib/connections/permissions.ts';
import { siteOf } from '@/lib/hosts/parse.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import type { Team } from '@/lib/services/index.ts';
import { presets } from '@/lib/storage/presets.ts';
import { type ConnectionAddress, defaults, defaultsFor, get, preferences, update } from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { t } from '@/lib/text/i18n.ts';
import { useConnections } from '../useConnections.ts';
import { type AddManyEvent, reduce } from './reduce.ts';
import { runnerOf } from './runner.ts';
import { fieldsAt, teamAt, toPreset } from './select.ts';
import { type AddMany, kept, type ManyFields } from './state.ts';

let show = (_: AddMany) => {};

export const now = (): AddMany => kept.state;

/** Applies an event to the list of sites to add, even if its tab is not open. */
export function send(...event: AddManyEvent): void {
  kept.state = reduce(now(), event);
  show(kept.state);
  run(kept.state);
}

const run = runnerOf(now, send);

/** Opens the tab with the shown connection. Returns the list of sites to add, kept up to date. */
export function useAddMany(shown: ConnectionAddress | undefined): AddMany {
  const list = useConnections();
  const state = useWatched<AddMany>(
    (tell) => {
      show = tell;
      tell(now());
      return [
        () => send('closed'),
        watchSince(preferences, ({ hostChoice }) => send('set', { preferred: hostChoice })),
        watchSince(presets, (saved) => send('set', { presets: saved })),
        watchSince(defaults, (common) => send('set', { defaults: common })),
      ];
    },
    [],
    now(),
  );
  useLayoutEffect(() => send('opened', shown, list), [shown, list]);
  return state;
}

/** Makes an entry for each web page. Its text is the page's title or host, because the URL may contain private data. */
const entriesOf = (pages: readonly { title?: string | undefined; url?: string | undefined }[]): Entry[] =>
  pages.flatMap(({ title, url }, index) => {
    const site = siteOf(url);
    return 'host' in site ? { line: index + 1, text: title || site.host, site } : [];
  });

/**
 * Reads the sites of open tabs, except private ones. Then gives up the permission `tabs`, unless the badge needs it.
 */
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

/**
 * Reads the bookmark folders that contain sites, each followed by its subfolders. Then gives up the permission
 * `bookmarks`.
 */
export async function bookmarkFolders(): Promise<Folder[]> {
  const roots = await browser.bookmarks.getTree();
  await dropPermission('bookmarks');
  return roots.flatMap((root) => foldersIn(root, 0));
}

const failed = (problem: string) => send('set', { problem });

/** A longer text becomes a separate source, because a large text area is slow. */
export const maxTypedLength = 20_000;
/**
 * A change that adds fewer characters counts as typing. Typed text stays in the box, whatever its length, because the
 * person may be in the middle of a name.
 */
const leastPasted = 1_000;

/**
 * Stores the text of the box. If a long text was pasted, makes it a separate source instead. Returns the box's new
 * text.
 */
export function type(given: string): string {
  const isTyped = given.length <= maxTypedLength || given.length < now().box.text.length + leastPasted;
  send('typed', isTyped ? given : '');
  if (!isTyped) send('source-added', t('addmany.source_pasted'), { text: given });
  return now().box.text;
}

/** Puts the sites that a job could not add back into the list. Without a job, only shows the list. */
export function takeBack(items: readonly Item[] = [], { connection = '' }: Partial<Job> = {}): void {
  const hosts = items.filter(({ fields }) => !fields).map(({ key }) => key);
  type([now().box.text, ...hosts].filter(Boolean).join('\n'));
  send('moved', hosts, connection);
  for (const [name, entries] of failedCopies(items, connection))
    send('source-added', name || t('addmany.source_pasted'), { entries });
  send('set', { isMore: true });
  send('sources-shown', {});
}

export function takeFiles(files: readonly File[]): void {
  failed('');
  for (const file of files) send('source-added', file.name, { file });
}

export async function takeTabs(where: 'window' | 'all'): Promise<void> {
  failed('');
  if (!(await requestPermission('tabs'))) return failed(t('addmany.permission_denied'));
  const entries = await tabEntries(where);
  if (!entries.length) return failed(t('addmany.no_tabs'));
  send('source-added', t(where === 'all' ? 'addmany.all_tabs' : 'addmany.window_tabs'), { entries });
}

/** Resolves to the folders that the person can choose from. Empty if there are none, or if permission is denied. */
export async function openBookmarks(): Promise<Folder[]> {
  failed('');
  // Firefox for Android never grants this, because its extensions cannot read bookmarks.
  const isGranted = await requestPermission('bookmarks');
  const found = isGranted ? await bookmarkFolders() : [];
  if (!found.length) failed(t(isGranted ? 'addmany.no_bookmarks' : 'addmany.permission_denied'));
  return found;
}

/** Returns the team of added sites, their settings and the presets, for the views that show and change them. */
export function presetsOf(state: AddMany, connection: ConnectionAddress) {
  const { defaults: stored, preset: chosen } = state;
  const value = stored && fieldsAt(state, stored, connection);
  return {
    value,
    /** Whether a default password for new sites is stored, which is used if none is typed. */
    hasPassword: stored !== undefined && defaultsFor(stored, connection).hasPassword,
    teamAt: (one: ConnectionAddress) => teamAt(state, one),
    chooseTeam: ({ account }: ConnectionAddress, team: Team | undefined) => send('team-chosen', account, team),
    names: state.presets.map(({ name }) => name).sort((a, b) => a.localeCompare(b)),
    chosen,
    change: (changed: ManyFields) => value && send('fields-changed', value, changed),
    choose: (name: string) => send('preset-chosen', name),
    save: (name: string) => {
      if (!value) return;
      send('set', { preset: name });
      void update(presets, (all) => [...all.filter((one) => one.name !== name), toPreset(name, value)]);
    },
    forget: (name: string) => {
      send('set', { preset: undefined });
      void update(presets, (all) => all.filter((one) => one.name !== name));
    },
  };
}
