import { setTimeout } from 'node:timers/promises';
import type { Protocol } from 'puppeteer-core';
import type { CDPSession, Connection } from './cdp.ts';

type Target = Protocol.Target.TargetInfo;

/** Lists all targets. Does not subscribe to them, so that the browser sends no messages while a popup opens. */
export const targets = async (browser: Connection): Promise<Target[]> =>
  (await browser.send('Target.getTargets')).targetInfos;

/** Attaches a debugger to a target for a task, and detaches it afterwards, because it changes the target's speed. */
export async function attached<T>(
  browser: Connection,
  targetId: string,
  task: (session: CDPSession) => Promise<T>,
): Promise<T> {
  const session = await browser.createSession({ targetId } as Target);
  try {
    return await task(session);
  } finally {
    await session.detach().catch(() => {});
  }
}

/** Evaluates an expression in a session's target, and awaits a promise. */
export async function evaluateIn<T>(session: CDPSession, expression: string): Promise<T> {
  const how = { awaitPromise: true, returnByValue: true, userGesture: true };
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, ...how });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** Evaluates an expression in a target, and awaits a promise. */
export const evaluate = <T>(browser: Connection, targetId: string, expression: string): Promise<T> =>
  attached(browser, targetId, (session) => evaluateIn<T>(session, expression));

/** Waits until `look`, which is called every 20 ms, returns something. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>, most = 20_000): Promise<T> {
  for (const end = Date.now() + most; Date.now() < end; await setTimeout(20)) {
    const found = await look().catch(() => undefined);
    if (found) return found;
  }
  throw new Error(`Not in time: ${what}`);
}

/** Opens a page in a new tab, and waits until it has loaded. */
export async function openTab(browser: Connection, url: string): Promise<string> {
  const { targetId } = await browser.send('Target.createTarget', { url });
  await until(`${url} loaded`, () =>
    evaluate<boolean>(browser, targetId, `document.readyState === 'complete' && location.href !== 'about:blank'`),
  );
  return targetId;
}

export const closeTab = (browser: Connection, targetId: string) => browser.send('Target.closeTarget', { targetId });

/** Evaluates an expression in a page that has the extension's rights, but none of its scripts. */
export async function inExtension<T>(browser: Connection, id: string, expression: string): Promise<T> {
  const page = await openTab(browser, `chrome-extension://${id}/manifest.json`);
  try {
    return await evaluate<T>(browser, page, expression);
  } finally {
    await closeTab(browser, page);
  }
}

export const workerOf = async (browser: Connection, id: string): Promise<Target | undefined> =>
  (await targets(browser)).find(({ type, url }) => type === 'service_worker' && url.includes(id));

/** Stops the extension's worker from a page in another process, and waits until it has ended. */
export async function stopWorker(browser: Connection, id: string, page: string): Promise<void> {
  await attached(browser, page, async (session) => {
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
  });
  await until('worker gone', async () => !(await workerOf(browser, id)));
  // The worker's process and other remains end a little later.
  await setTimeout(700);
}
