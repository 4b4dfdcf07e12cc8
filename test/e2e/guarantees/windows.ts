import type { Page, Target } from 'puppeteer-core';
import { vi } from 'vitest';
import { urlOf } from '../harness/extension.ts';
import type { Session } from '../harness/session.ts';

/** Opens another window as an extension can. Resolves once its page is there, or what the browser shows instead. */
export const openWindow = (from: Page, of: { url: string; incognito?: boolean }) =>
  from.evaluate(async (details) => {
    const opened = await chrome.windows.create({ ...details, focused: true });
    for (let calm = 0; calm < 5; await new Promise((resolve) => globalThis.setTimeout(resolve, 100))) {
      const [tab] = await chrome.tabs.query({ windowId: opened?.id });
      calm = tab?.status === 'complete' ? calm + 1 : 0;
    }
  }, of);

/**
 * Allows the extension in private windows, which restarts it, opens a private window, and the popup over it. The window
 * is a real one, which Puppeteer does not know: extensions do not see Puppeteer's incognito contexts.
 */
export async function privateInChromium(session: Session, bare: () => Promise<Page>, host: string): Promise<Page> {
  const page = await session.browser.newPage();
  await page.goto('chrome://extensions/');
  const isWorker = (target: Target) =>
    target.type() === 'service_worker' && target.url().startsWith(urlOf(session, ''));
  const before = session.browser.targets().find(isWorker);
  const reloaded = session.browser.waitForTarget((target) => isWorker(target) && target !== before);
  await page.evaluate(
    `chrome.developerPrivate.updateExtensionConfiguration({ extensionId: '${session.id}', incognitoAccess: true })`,
  );
  await reloaded;
  await openWindow(await bare(), { url: `http://${host}/`, incognito: true });
  const protocol = await session.browser.target().createCDPSession();
  const find = async () => {
    const { targetInfos } = await protocol.send('Target.getTargets', { filter: [{ type: 'tab' }] });
    return targetInfos.find(({ url }) => URL.canParse(url) && new URL(url).hostname === host)?.targetId;
  };
  const targetId = await vi.waitUntil(find);
  const opened = session.browser.waitForTarget((target) => target.url().startsWith(urlOf(session, 'popup.html')));
  await protocol.send('Extensions.triggerAction', { id: session.id, targetId });
  return (await opened).asPage();
}
