import type { Page, Target } from 'puppeteer-core';
import { everything } from '../harness/firefoxHeard.ts';
import { listen, type Heard as Written } from '../harness/watch.ts';
import type { Subject } from './browsers.ts';

/** Resolves to everything in a page: its markup, its title, and the contents of its boxes. */
export const shown = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
    return [document.documentElement.outerHTML, document.title, ...boxes.map(({ value }) => value)].join('\n');
  });

/** Resolves to everything that the extension stores, by area, as one of its pages can read it. */
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

/** Stores the files that a page offers to save in its window's `saved`. */
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

/** The messages of a page to the worker, with the answers that the page received. */
type Heard = { heard: [ask: string, answer: string][] };

/** Records the worker's answers to a page from now on, exactly as they come. */
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

/** Resolves to the answers that a page has received; empty if they were not recorded. */
export const answers = (page: Page): Promise<Heard['heard']> =>
  page.evaluate(() => (window as unknown as Partial<Heard>).heard ?? []);

/**
 * Resolves to what a person could read in a picture of the page: the text as it is laid out, and the contents of its
 * boxes. Boxes with dots show no text. A box for a sharable password shows it while it is typed, on purpose. Not read
 * from a picture, where a misread letter could hide a secret.
 */
export const onScreen = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const isForPassword = ({ type, labels }: HTMLInputElement) =>
      type === 'password' || [...(labels ?? [])].some(({ textContent }) => /password/i.test(textContent ?? ''));
    const boxes = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
    const shown = boxes.filter((box) => box.checkVisibility() && !isForPassword(box));
    // As it is laid out, because `textContent` includes hidden text.
    const { innerText } = document.body;
    return [document.title, innerText, ...shown.map((box) => box.value || box.placeholder)].join('\n');
  });

/** Records all that pages, even those of the web, write to consoles. Resolves to a function that returns it as text. */
export async function hearConsoles({ session, firefox }: Subject): Promise<() => Promise<string>> {
  if (firefox) return () => everything(firefox);
  const heard: Written = { said: [], complaints: [] };
  // A target may be gone before it could write anything.
  const hear = (target: Target) => listen(target, '', heard).catch(() => {});
  session?.browser.on('targetcreated', hear);
  // The worker runs already.
  await Promise.all(session?.browser.targets().map(hear) ?? []);
  return async () => heard.said.join('\n');
}
