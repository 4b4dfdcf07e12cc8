import { setTimeout } from 'node:timers/promises';
import { closeTab, evaluate, openTab, stopWorker } from './pages.ts';
import type { Context } from './popups.ts';
import type { WorkerRow } from './report.ts';
import { spread } from './stats.ts';
import { floor, type Installed, install, waymark } from './subject.ts';

/** A question that any worker answers at once: Waymark's refuses a name that it does not know. */
const question = `(async () => {
  const began = performance.now();
  await chrome.runtime.sendMessage({ ask: 'none', id: 'bench', input: {} });
  return performance.now() - began;
})()`;

/** Asked from a page that is open already, so that its process is there in both. */
async function answerTime({ browser, id, tab }: Installed, page: string): Promise<number> {
  await stopWorker(browser, id, tab);
  await setTimeout(200);
  return evaluate<number>(browser, page, question);
}

/** How long a stopped worker takes to its first answer, beside an empty one. */
export async function workerStarts({ build, web, runs, say }: Context): Promise<WorkerRow[]> {
  const url = 'http://shop.example.com/';
  const both = [await install(floor, web.port, url), await install(waymark(build).notSetUp, web.port, url)];
  const names = ['Empty', 'Waymark'];
  const times: number[][] = [[], []];
  try {
    const pages = await Promise.all(
      both.map(({ browser, id }) => openTab(browser, `chrome-extension://${id}/manifest.json`)),
    );
    for (let run = -1; run < runs; run++) {
      for (const [index, one] of both.entries()) {
        const time = await answerTime(one, pages[index] ?? '');
        // The first fills the browser's caches.
        if (run >= 0) times[index]?.push(time);
      }
    }
    for (const [index, { browser }] of both.entries()) await closeTab(browser, pages[index] ?? '');
  } finally {
    await Promise.all(both.map(({ close }) => close()));
  }
  say('Workers measured.');
  return names.map((name, index) => ({ name, answer: spread(times[index] ?? []) }));
}
