import { useState } from 'preact/hooks';
import { fileText } from '@/lib/addMany/fileText.ts';
import { t } from '@/lib/text/i18n.ts';
import { allow, bookmarkFolders, type Folder, tabEntries } from './browserSources.ts';
import type { useSources } from './useSources.ts';

/** Provides the functions that add files, tabs and bookmarks as sources, or say why that failed. */
export function useTaking({ add, addText, during, setProblem }: ReturnType<typeof useSources>) {
  const [folders, setFolders] = useState<Folder[]>();

  const takeFiles = (files: readonly File[]) => {
    setProblem('');
    void during(async () => {
      for (const file of files) {
        const read = await fileText(file);
        if ('text' in read) await addText(file.name, read.text);
        else setProblem(t(read.failed === 'large' ? 'addmany.file_large' : 'addmany.file_failed'));
      }
    });
  };
  const takeTabs = async (where: 'window' | 'all') => {
    setProblem('');
    if (!(await allow('tabs'))) return setProblem(t('addmany.permission_denied'));
    const entries = await tabEntries(where);
    if (!entries.length) return setProblem(t('addmany.no_tabs'));
    add(t(where === 'all' ? 'addmany.all_tabs' : 'addmany.window_tabs'), entries);
  };
  const openBookmarks = async () => {
    setProblem('');
    if (!(await allow('bookmarks'))) return setProblem(t('addmany.permission_denied'));
    const found = await bookmarkFolders();
    if (!found.length) return setProblem(t('addmany.no_bookmarks'));
    setFolders(found);
  };
  const takeFolder = (id: string) => {
    const folder = folders?.find((one) => one.id === id);
    if (folder) add(folder.title || t('addmany.all_bookmarks'), folder.entries);
    setFolders(undefined);
  };
  return { folders, takeFiles, takeTabs, openBookmarks, takeFolder };
}
