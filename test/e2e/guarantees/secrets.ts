import type { Page, Target } from 'puppeteer-core';
import { everything } from '../harness/firefoxHeard.ts';
import type { Subject } from './browsers.ts';

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
    const { keys, defaultPassword, defaultPasswords, ...local } = await chrome.storage.local.get(null);
    return {
      local: JSON.stringify(local),
      session: JSON.stringify(await chrome.storage.session.get(null)),
      databases: JSON.stringify(databases),
      web: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      records: JSON.stringify([keys, defaultPassword, defaultPasswords]),
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

/** A worker's answers as a page hears them, by the question. */
type Heard = { heard: [ask: string, answer: string][] };

/** Listens in on what a page asks the worker, from now on: each answer is kept as it came. */
export const hearAnswers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    type Send = (message: { ask?: string }, ...rest: ((answer: unknown) => void)[]) => Promise<unknown> | undefined;
    const heard: Heard['heard'] = [];
    Object.assign(window, { heard });
    const world = globalThis as unknown as Record<string, { runtime?: { sendMessage: Send } } | undefined>;
    for (const runtime of new Set([world.browser?.runtime, world.chrome?.runtime])) {
      if (!runtime) continue;
      const send = runtime.sendMessage.bind(runtime);
      runtime.sendMessage = (message, ...rest) => {
        const note = <T>(answer: T): T => {
          heard.push([message.ask ?? '', JSON.stringify(answer ?? null)]);
          return answer;
        };
        const [hand] = rest;
        return hand ? send(message, (answer) => hand(note(answer))) : send(message)?.then(note);
      };
    }
  });

/** What a page has heard from the worker: nothing where nobody listened in. */
export const answers = (page: Page): Promise<Heard['heard']> =>
  page.evaluate(() => (window as unknown as Partial<Heard>).heard ?? []);

/**
 * What a picture of the page would let a person read at this moment: the text as it is laid out, and what stands in its
 * boxes. A box of dots shows none of it; and a box for a password shows the one that is being typed there, as it is meant
 * to. Read from the page rather than from a picture, so that a letter read wrongly hides nothing.
 */
export const onScreen = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const isForPassword = ({ type, labels }: HTMLInputElement) =>
      type === 'password' || [...(labels ?? [])].some(({ textContent }) => /password/i.test(textContent ?? ''));
    const boxes = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
    const shown = boxes.filter((box) => box.checkVisibility() && !isForPassword(box));
    // As it is laid out: `textContent` has what is hidden, too.
    const { innerText } = document.body;
    return [document.title, innerText, ...shown.map((box) => box.value || box.placeholder)].join('\n');
  });

/** Hears everything that is written to any console from now on, by pages of the web too; gives it as text. */
export async function hearConsoles({ session, firefox }: Subject): Promise<() => Promise<string>> {
  if (firefox) return () => everything(firefox);
  const said: string[] = [];
  const hear = async (target: Target) => {
    try {
      const cdp = await target.createCDPSession();
      cdp.on('Runtime.consoleAPICalled', ({ args }) => said.push(JSON.stringify(args)));
      cdp.on('Runtime.exceptionThrown', ({ exceptionDetails }) => said.push(JSON.stringify(exceptionDetails)));
      cdp.on('Log.entryAdded', ({ entry }) => said.push(JSON.stringify(entry)));
      await Promise.all([cdp.send('Runtime.enable'), cdp.send('Log.enable')]);
    } catch {
      // It was gone before it could say anything.
    }
  };
  session?.browser.on('targetcreated', hear);
  // The worker is there already.
  await Promise.all(session?.browser.targets().map(hear) ?? []);
  return async () => said.join('\n');
}
