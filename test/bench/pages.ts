import { setTimeout } from 'node:timers/promises';
import type { Chromium } from './cdp.ts';

export interface Target {
  targetId: string;
  type: string;
  url: string;
}

/** All targets there are: asked, not followed, so that nothing is told while a popup opens. */
export const targets = async (browser: Chromium): Promise<Target[]> =>
  (await browser.send<{ targetInfos: Target[] }>('Target.getTargets')).targetInfos;

/** Does something in a target, and lets go of it: whatever has a debugger is no longer itself. */
export async function attached<T>(
  browser: Chromium,
  targetId: string,
  task: (session: string) => Promise<T>,
): Promise<T> {
  const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  try {
    return await task(sessionId);
  } finally {
    await browser.send('Target.detachFromTarget', { sessionId }).catch(() => {});
  }
}

/** The value of an expression in a session's target; a promise is awaited. */
export async function evaluateIn<T>(browser: Chromium, session: string, expression: string): Promise<T> {
  const { result, exceptionDetails } = await browser.send<{
    result: { value: T };
    exceptionDetails?: { text: string; exception?: { description?: string } };
  }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true }, session);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** The value of an expression in a target; a promise is awaited. */
export const evaluate = <T>(browser: Chromium, targetId: string, expression: string): Promise<T> =>
  attached(browser, targetId, (session) => evaluateIn<T>(browser, session, expression));

/** Waits until something is there; asks every few milliseconds. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>, most = 20_000): Promise<T> {
  for (const end = Date.now() + most; Date.now() < end; await setTimeout(20)) {
    const found = await look().catch(() => undefined);
    if (found) return found;
  }
  throw new Error(`Not in time: ${what}`);
}

/** Opens a page in a tab of its own and waits until it has loaded. */
export async function openTab(browser: Chromium, url: string): Promise<string> {
  const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url });
  await until(`${url} loaded`, () =>
    evaluate<boolean>(browser, targetId, `document.readyState === 'complete' && location.href !== 'about:blank'`),
  );
  return targetId;
}

export const closeTab = (browser: Chromium, targetId: string) => browser.send('Target.closeTarget', { targetId });

/** Evaluates in a page that has the extension's rights and none of its scripts. */
export async function inExtension<T>(browser: Chromium, id: string, expression: string): Promise<T> {
  const page = await openTab(browser, `chrome-extension://${id}/manifest.json`);
  try {
    return await evaluate<T>(browser, page, expression);
  } finally {
    await closeTab(browser, page);
  }
}

export const workerOf = async (browser: Chromium, id: string): Promise<Target | undefined> =>
  (await targets(browser)).find(({ type, url }) => type === 'service_worker' && url.includes(id));

/** Stops the extension's worker, from the page of another process, and waits until it is gone. */
export async function stopWorker(browser: Chromium, id: string, page: string): Promise<void> {
  await attached(browser, page, async (session) => {
    await browser.send('ServiceWorker.enable', {}, session);
    await browser.send('ServiceWorker.stopAllWorkers', {}, session);
  });
  await until('worker gone', async () => !(await workerOf(browser, id)));
  // What it leaves behind, its process among it, is taken away a little later.
  await setTimeout(700);
}
