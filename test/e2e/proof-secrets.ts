import type { Page } from 'puppeteer-core';
import type { Firefox } from './harness/firefox.ts';
import type { Subject } from './proof-browsers.ts';

/** Everything a page shows or holds: its markup, its title, and what stands in its boxes. */
export const shown = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
    return [document.documentElement.outerHTML, document.title, ...boxes.map(({ value }) => value)].join('\n');
  });

/** All that the extension keeps, by where: seen from a page of its own. */
export const kept = (page: Page): Promise<Record<'local' | 'session' | 'databases' | 'web', string>> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const read = async ({ name = '' }: IDBDatabaseInfo) => {
      const database = await done(indexedDB.open(name));
      const stores = [...database.objectStoreNames];
      const all = await Promise.all(
        stores.map(async (store) => {
          const opened = database.transaction(store).objectStore(store);
          return [store, await done(opened.getAllKeys()), await done(opened.getAll())];
        }),
      );
      database.close();
      return [name, all];
    };
    const databases = await Promise.all((await indexedDB.databases()).map(read));
    const { keys, defaultPassword, ...local } = await chrome.storage.local.get(null);
    return {
      local: JSON.stringify(local),
      session: JSON.stringify(await chrome.storage.session.get(null)),
      databases: JSON.stringify(databases),
      web: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      records: JSON.stringify([keys, defaultPassword]),
    };
  });

/** Keeps what a page offers to save as a file, in `saved` of its window. */
export const keepExports = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const make = URL.createObjectURL;
    const saved: string[] = [];
    Object.assign(window, { saved });
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) void blob.text().then((text) => saved.push(text));
      return make(blob);
    };
  });

export const exported = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { saved: string[] }).saved);

/** Hears everything that is written to any console from now on; gives it as text. */
export async function hearConsoles({ session, firefox }: Subject): Promise<() => Promise<string>> {
  if (firefox) return hearFirefox(firefox);
  const said: string[] = [];
  session?.browser.on('targetcreated', async (target) => {
    try {
      const cdp = await target.createCDPSession();
      cdp.on('Runtime.consoleAPICalled', ({ args }) => said.push(JSON.stringify(args)));
      cdp.on('Runtime.exceptionThrown', ({ exceptionDetails }) => said.push(JSON.stringify(exceptionDetails)));
      cdp.on('Log.entryAdded', ({ entry }) => said.push(JSON.stringify(entry)));
      await Promise.all([cdp.send('Runtime.enable'), cdp.send('Log.enable')]);
    } catch {
      // It was gone before it could say anything.
    }
  });
  return async () => said.join('\n');
}

/** What pages and background write goes to the browser's own output too; what is thrown is in its list of errors. */
async function hearFirefox({ browser, inside }: Firefox): Promise<() => Promise<string>> {
  const said: string[] = [];
  const { stdout, stderr } = browser.process() ?? {};
  for (const stream of [stdout, stderr]) stream?.on('data', (data) => said.push(String(data)));
  await inside(() => Services.prefs.setBoolPref('devtools.console.stdout.content', true));
  return async () => [...said, await inside(() => Services.console.getMessageArray().map(String).join('\n'))].join('');
}
