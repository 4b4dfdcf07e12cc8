import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page, Target, WebWorker } from 'puppeteer-core';
import { patience } from './patience.ts';
import type { Session } from './session.ts';
import { unwatch } from './watch.ts';

/** Returns the address of a file of the extension. */
export const urlOf = ({ id }: Pick<Session, 'id'>, path: string) => `chrome-extension://${id}/${path}`;

/** Opens one of the extension's pages, such as `options.html`, in a new tab. */
export const openPage = (session: Session, path: string): Promise<Page> => openTab(session, urlOf(session, path));

/** Opens an address directly in a new tab. To open an empty page first would take another process and navigation. */
export async function openTab({ browser }: Session, url: string): Promise<Page> {
  const cdp = await browser.target().createCDPSession();
  const { targetId } = await cdp.send('Target.createTarget', { url });
  const page = await (await browser.waitForTarget((target) => idOf(target) === targetId)).page();
  if (!page) throw new Error(`${url} is not a page.`);
  await Promise.all([
    cdp.detach(),
    page.waitForFunction(() => location.href !== 'about:blank' && document.readyState === 'complete', { polling: 10 }),
  ]);
  return page;
}

/** Returns the browser's id of a target, which Puppeteer keeps in a private field. */
const idOf = (target: Target) => (target as unknown as { _targetId: string })._targetId;

/** Presses the toolbar button over a page. Resolves to the popup, which has `activeTab` for that page's tab. */
export async function openPopup(session: Session, page: Page): Promise<Page> {
  const before = new Set(session.browser.targets());
  const extension = (await session.browser.extensions()).get(session.id);
  if (!extension) throw new Error('The extension is not installed.');
  await page.bringToFront();
  const opened = session.browser.waitForTarget(
    (target) => !before.has(target) && target.url().startsWith(urlOf(session, 'popup.html')),
  );
  await Promise.all([opened, extension.triggerAction(page)]);
  const popup = await (await opened).asPage();
  // The popup's head contains a script, and there is no body until that script has run.
  await popup.waitForSelector('body');
  return popup;
}

/** The background tabs of each browser, by their address. */
const kept = new WeakMap<Browser, Map<string, Page>>();

/**
 * Runs a task in a background tab. The tab stays open for later tasks, because opening one takes longer than most
 * tasks. A tab in front would close an open popup.
 */
async function inBackground<T>({ browser }: Session, url: string, task: (page: Page) => Promise<T>): Promise<T> {
  const pages = kept.get(browser) ?? new Map<string, Page>();
  kept.set(browser, pages);
  let page = pages.get(url);
  if (!page || page.isClosed()) {
    page = await browser.newPage({ type: 'tab', background: true });
    await page.goto(url);
    pages.set(url, page);
  }
  return task(page);
}

/** Runs a task in a page that has the extension's rights, but runs none of the extension's scripts. */
export const withBarePage = <T>(session: Session, task: (page: Page) => Promise<T>): Promise<T> =>
  inBackground(session, urlOf(session, 'manifest.json'), task);

/**
 * Runs a task with the rights of `chrome://extensions`. It runs in one file of that page, because the whole page has
 * more than two hundred files.
 */
export const withExtensionsPage = <T>(session: Session, task: (page: Page) => Promise<T>): Promise<T> =>
  inBackground(session, 'chrome://extensions/strings.m.js', task);

/** Closes all tabs except the browser's first tab and the tabs in the background, which stay for the next test. */
export async function closePages({ browser }: Session): Promise<void> {
  const staying = [...(kept.get(browser)?.values() ?? [])];
  for (const page of (await browser.pages()).slice(1)) if (!staying.includes(page)) await page.close();
}

/** Ended workers whose end the browser has not reported to Puppeteer, or not yet. */
const ended = new WeakSet<Target>();

const isWorker = (session: Session) => (target: Target) =>
  target.type() === 'service_worker' && target.url().startsWith(urlOf(session, '')) && !ended.has(target);

/** Whether the background worker runs at this moment. */
export const workerRuns = (session: Session) => session.browser.targets().some(isWorker(session));

/** Returns the background worker. If it does not run, wakes it with a message that it refuses. */
export async function worker(session: Session): Promise<WebWorker> {
  if (!workerRuns(session)) {
    await withBarePage(session, (page) =>
      page.evaluate(() => chrome.runtime.sendMessage({ wake: true }).catch(() => undefined)),
    );
  }
  const target = await session.browser.waitForTarget(isWorker(session));
  const found = await target.worker();
  if (!found) throw new Error('The worker is gone.');
  return found;
}

/**
 * Ends the background worker at any point of its work, as the browser may. Resolves when the worker is gone.
 * @throws Error if the worker still runs after a minute
 */
export async function killWorker(session: Session): Promise<void> {
  const target = session.browser.targets().find(isWorker(session));
  if (!target) return;
  const gone = new Promise<true>((resolve) => {
    session.browser.on('targetdestroyed', (ended) => {
      if (ended === target) resolve(true);
    });
  });
  await unwatch(target);
  // The worker does not end while a debugger is attached, and closing the target would wait for requests under way. So
  // a page of the extension stops the worker; an open popup does, if there is one, as a new tab would close it.
  await (await target.worker())?.client.detach();
  const open = session.browser.targets().find((one) => one.url().startsWith(urlOf(session, 'popup.html')));
  // A worker that is just starting may survive, so this is repeated. The browser is asked, because some ends are not
  // reported.
  for (const end = Date.now() + patience; Date.now() < end; ) {
    await (open ? open.asPage().then(stopWorkers) : withBarePage(session, stopWorkers));
    if (await Promise.race([gone, sleep(500, false)])) return;
    if (await isThere(session, target)) continue;
    ended.add(target);
    return;
  }
  throw new Error('The worker does not end.');
}

async function isThere({ browser }: Session, target: Target): Promise<boolean> {
  const cdp = await browser.target().createCDPSession();
  const { targetInfos } = await cdp.send('Target.getTargets');
  await cdp.detach();
  return targetInfos.some(({ targetId }) => targetId === idOf(target));
}

async function stopWorkers(page: Page): Promise<void> {
  const cdp = await page.createCDPSession();
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
  await cdp.detach();
}

/** Returns everything that the extension has stored in an area. */
export function stored(
  session: Session,
  area: 'local' | 'session' | 'sync' = 'local',
): Promise<Record<string, unknown>> {
  return withBarePage(session, (page) => page.evaluate((name) => chrome.storage[name].get(null), area));
}
