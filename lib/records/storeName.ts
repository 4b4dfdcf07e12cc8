import { connections, get, type Setting, set } from '../storage/settings.ts';
import { openAsPage, openRecords } from './database.ts';
import { noteOver, noteTrouble } from './trouble.ts';

/** The name of the worker's store, which is also written in the store itself. */
const storeName: Setting<string> = {
  key: 'storeName',
  area: 'local',
  version: 1,
  fallback: '',
  parse: (value) => (typeof value === 'string' ? value : undefined),
};

const key = 'name';
const nameIn = (row: object | undefined) => row && 'name' in row && row.name;

/** Gives this worker's store a name, unless it has one. Rejects if the store cannot be opened. */
export async function nameStore(): Promise<void> {
  const before = await get(storeName);
  const name = before || crypto.randomUUID();
  const store = await openRecords();
  await noteOver('none');
  if (nameIn(await store.get('records.about', key)) === name) return;
  // The store had a name, so the browser or the person has deleted the whole database.
  if (before && (await get(connections)).list.length) await noteTrouble('lost');
  await store.put('records.about', { key, name });
  await set(storeName, name);
}

/**
 * Whether the database that a page can open is the one of the worker. Firefox gives a page in a container tab another,
 * empty database, and a page in a private window none. Also false as long as the worker has not created, upgraded or
 * named its store. If false, the page asks the worker.
 */
export const isWorkersStore = (): Promise<boolean> =>
  Promise.all([get(storeName), openAsPage().then((store) => store.get('records.about', key))]).then(
    ([name, row]) => name !== '' && name === nameIn(row),
    () => false,
  );
