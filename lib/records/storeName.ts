import { connections, get, set } from '../storage/settings.ts';
import { textSetting } from '../storage/textSetting.ts';
import { isAllCopied, openAsPage, openRecords } from './database.ts';
import { noteOver, noteTrouble } from './trouble.ts';

/** The name of the worker's store. The store contains it, too, so that a page can tell which store it has opened. */
const storeName = textSetting('storeName');

const key = 'name';

/**
 * Gives the worker's database a name, unless it has one. If the database was deleted, notes this, so that pages show a
 * notice. Rejects if the database cannot be opened.
 */
export async function nameStore(): Promise<void> {
  const before = await get(storeName);
  const name = before || crypto.randomUUID();
  const store = await openRecords();
  await noteOver('none');
  if ((await store.get('records.about', key))?.name === name) return;
  // The settings have a name that the database lacks: the browser or the person has deleted the database. But a
  // database that still has rows of an earlier version was not deleted, because version 1.0 kept the name in another
  // table.
  if (before && (await isAllCopied(store)) && (await get(connections)).list.length) await noteTrouble('lost');
  await store.put('records.about', { key, name });
  await set(storeName, name);
}

/**
 * Whether this page opens the same database as the worker. If not, it must ask the worker for records. In Firefox, a
 * page in a container tab opens a different, empty database, and a page in a private window opens none. False until the
 * worker has created, upgraded and named its database.
 */
export const isWorkersStore = (): Promise<boolean> =>
  Promise.all([get(storeName), openAsPage().then((store) => store.get('records.about', key))]).then(
    ([name, row]) => name !== '' && name === row?.name,
    () => false,
  );
