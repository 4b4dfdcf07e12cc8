import { setTimeout } from 'node:timers/promises';
import { attached, closeTab, evaluate, inExtension, stopWorker, targets, until, workerOf } from './pages.ts';
import type { Installed } from './subject.ts';

/** One opening of a popup. Times are in milliseconds after the click, except for `dom`. */
export interface Opening {
  paint: number;
  ready: number;
  /** When the element that makes the popup ready was in the document (milliseconds after the popup's start). */
  dom: number;
  /** The bytes in use after a garbage collection. */
  heap: number;
  workerHeap: number;
}

interface Timeline {
  origin: number;
  paint?: number;
  dom?: number;
  ready?: number;
}

const timeline = `(() => {
  const at = (name) => performance.getEntriesByName(name)[0]?.startTime;
  return { origin: performance.timeOrigin, paint: at('first-contentful-paint'), dom: at('ready-dom'), ready: at('ready-painted') };
})()`;

const now = () => performance.timeOrigin + performance.now();

/** How long nothing is measured after the click (milliseconds), as debugging messages take time from the popup. */
const quiet = 600;

/** Presses the button, and leaves the popup alone until it must be ready. */
export async function press({ browser, id, url, kind }: Installed): Promise<{ popup: string; clicked: number }> {
  const tabs = await browser.send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const over = tabs.targetInfos.find(({ url: open }) => open === url)?.targetId;
  const clicked = now();
  await browser.send('Extensions.triggerAction', { id, targetId: over ?? '' });
  await setTimeout(quiet);
  const popup = await until('popup', async () =>
    (await targets(browser)).find(({ url }) => url.startsWith(`chrome-extension://${id}/${kind.popup}`)),
  );
  return { popup: popup.targetId, clicked };
}

export async function closePopup({ browser }: Installed, popup: string): Promise<void> {
  await closeTab(browser, popup);
  await until('popup closed', async () => !(await targets(browser)).some(({ targetId }) => targetId === popup));
  await setTimeout(150);
}

const heapOf = (installed: Installed, target: string): Promise<number> =>
  attached(installed.browser, target, async (session) => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  });

/** Starts the worker, or stops it. */
export async function warmOrCold(installed: Installed, isCold: boolean): Promise<void> {
  const { browser, id, tab } = installed;
  await browser.send('Target.activateTarget', { targetId: tab });
  if (isCold) return stopWorker(browser, id, tab);
  if (await workerOf(browser, id)) return;
  await inExtension(browser, id, 'chrome.runtime.sendMessage({ wake: true }).catch(() => {})');
  await browser.send('Target.activateTarget', { targetId: tab });
  // Neither the page that started the worker nor the rest of its end may be timed with the popup.
  await setTimeout(1500);
}

/** Opens the popup once, with the worker running or stopped, and reads the popup's own timeline afterwards. */
export async function openOnce(installed: Installed, isCold: boolean, heap = false): Promise<Opening> {
  const { browser, id } = installed;
  await warmOrCold(installed, isCold);
  const { popup, clicked } = await press(installed);
  const seen = await until(`${installed.kind.name} ready`, async () => {
    const read = await evaluate<Timeline>(browser, popup, timeline);
    return read.paint !== undefined && read.ready !== undefined && read;
  });
  const worker = heap ? await workerOf(browser, id) : undefined;
  const opening = {
    paint: seen.origin + (seen.paint ?? 0) - clicked,
    // Before the first paint, a ready control is not visible.
    ready: seen.origin + Math.max(seen.ready ?? 0, seen.paint ?? 0) - clicked,
    dom: seen.dom ?? Number.NaN,
    heap: heap ? await heapOf(installed, popup) : Number.NaN,
    workerHeap: worker ? await heapOf(installed, worker.targetId) : Number.NaN,
  };
  await closePopup(installed, popup);
  return opening;
}
