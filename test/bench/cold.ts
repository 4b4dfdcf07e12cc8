import { setTimeout } from 'node:timers/promises';
import { evaluate, openTab, stopWorker } from './pages.ts';
import type { Context } from './popups.ts';
import { inTurn, type Timed } from './stats.ts';
import { floor, type Installed, install, type Kind, shop, waymark } from './subject.ts';

/** Sends a message that any worker answers at once: Waymark's worker refuses an unknown name. */
const question = `(async () => {
  const began = performance.now();
  await chrome.runtime.sendMessage({ ask: 'none', id: 'bench', input: {} });
  return performance.now() - began;
})()`;

/** Measures the answer to a page that is already open, so that its process exists in both cases. */
async function answerTime({ browser, id, tab }: Installed, page: string): Promise<number> {
  await stopWorker(browser, id, tab);
  await setTimeout(200);
  return evaluate<number>(browser, page, question);
}

/** Measures how long a stopped worker takes to its first answer, beside an empty worker. */
export async function workerStarts({ build, web, runs, say }: Context): Promise<Timed[]> {
  const opened: Installed[] = [];
  const way = async (kind: Kind) => {
    const one = await install(kind, web.port, shop);
    opened.push(one);
    const page = await openTab(one.browser, `chrome-extension://${one.id}/manifest.json`);
    return () => answerTime(one, page);
  };
  try {
    return await inTurn(runs, { Empty: await way(floor), Waymark: await way(waymark(build).notSetUp) });
  } finally {
    say('Workers measured.');
    await Promise.all(opened.map(({ close }) => close()));
  }
}
