import { setTimeout } from 'node:timers/promises';
import type { LoggedRequest, Sandbox } from '../sandbox/sandbox.ts';
import type { CDPSession } from './cdp.ts';
import { attached, closeTab, evaluateIn, until } from './pages.ts';
import type { Context } from './popups.ts';
import type { ListRow } from './report.ts';
import { repeated, spread } from './stats.ts';
import { connect, type Installed, shop, waymark, withInstalled } from './subject.ts';

const counts = [25, 5_000, 25_000];
const latency = 50;
const opens = 7;
const rounds = 5;

/** In the page from its beginning: when so many rows stood there, how far things moved, how long keys and tasks took. */
const noted = `window.bench = {
  at: [], moved: 0, keys: [], tasks: [],
  rows: () => [...document.querySelectorAll('tbody tr:not(.skeleton)')],
  first: () => bench.rows()[0]?.querySelector('th')?.textContent,
  stands: () => !document.querySelector('table[aria-busy=true], tbody[aria-busy=true]'),
  button: (name) => [...document.querySelectorAll('button')].find((one) => [one.textContent.trim(), one.ariaLabel].includes(name)),
  when: async (look) => { while (!look()) await new Promise((resolve) => setTimeout(resolve, 2)); return performance.now(); },
  took: async (act, look) => { const began = performance.now(); act(); return (await bench.when(look)) - began; },
};
new MutationObserver(() => { bench.at[bench.rows().length] ??= performance.now(); }).observe(document, { childList: true, subtree: true });
const observe = (type, note, more) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) bench.moved += value; });
observe('longtask', ({ duration }) => bench.tasks.push(duration));
observe('event', ({ duration, name }) => { if (name.startsWith('key') || name === 'input') bench.keys.push(duration); }, { durationThreshold: 16 });
addEventListener('input', ({ timeStamp }) => { bench.typed = timeStamp; }, true);`;

interface Tab {
  cdp: CDPSession;
  /** The value of an expression in the page. */
  run<T>(expression: string): Promise<T>;
}

/** The list in a tab of its own, to which a debugger holds throughout, so that keys can be pressed in it. */
async function inList<T>({ browser, id }: Installed, query: string, task: (tab: Tab) => Promise<T>): Promise<T> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  try {
    return await attached(browser, targetId, async (cdp) => {
      const tab: Tab = { cdp, run: (expression) => evaluateIn(cdp, expression) };
      await cdp.send('Page.enable');
      await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: noted });
      await cdp.send('Page.navigate', { url: `chrome-extension://${id}/manage.html?${query}` });
      await until('the list', () => tab.run<boolean>('bench.rows().length > 0 && bench.stands()'));
      return await task(tab);
    });
  } finally {
    await closeTab(browser, targetId);
  }
}

/** Milliseconds until the first rows and until all of them, and the layout shift. */
async function opened(installed: Installed, rows: number) {
  const found = { first: [] as number[], all: [] as number[], moved: [] as number[] };
  for (let n = 0; n < opens; n++) {
    const one = await inList(installed, `per_page=${rows}`, async ({ run }) => {
      // A late move is seen with the next frames.
      await setTimeout(100);
      return run<{ first: number; all: number; moved: number }>(
        `({ first: bench.at.slice(1).find(Boolean), all: bench.at[${rows}], moved: bench.moved })`,
      );
    });
    for (const key of ['first', 'all', 'moved'] as const) found[key].push(one[key]);
  }
  return found;
}

/** Types with a person's pauses; milliseconds of the slowest key, and from the last one to its result. */
async function searched({ cdp, run }: Tab, text: string): Promise<[slowest: number, result: number]> {
  await run(`bench.box = document.querySelector('input[type=search]'), bench.box.select(), bench.box.focus()`);
  // What the last search has found is no result of this one.
  await run(`document.execCommand('delete'), bench.when(() => bench.stands() && bench.rows().length > 1)`);
  await run('bench.keys.length = 0');
  for (const key of text) {
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    await setTimeout(120);
  }
  const result = await run<number>(
    `bench.when(() => bench.stands() && bench.rows().length === 1 && bench.first().includes('${text}')).then((at) => at - bench.typed)`,
  );
  await setTimeout(100);
  return [await run<number>('Math.max(0, ...bench.keys)'), result];
}

const next = `(() => { const before = bench.first(); return bench.took(() => bench.button('Next').click(), () => bench.first() !== before && bench.stands()); })()`;
const selectAll = `bench.took(() => document.querySelector('thead input[type=checkbox]').click(), () => [...document.querySelectorAll('tbody input[type=checkbox]')].every(({ checked }) => checked))`;
const clear = `document.querySelector('thead input[type=checkbox]').click()`;

async function heap({ cdp }: Tab): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/** The longest task over 50 ms while one searches, sorts, filters and selects, on a processor four times as slow; 0: none. */
const longest = (installed: Installed, text: string) =>
  inList(installed, 'per_page=100', async (tab) => {
    await setTimeout(300);
    await tab.cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await tab.run('bench.tasks.length = 0');
    await tab.run(selectAll);
    await tab.run(clear);
    await tab.run(`bench.button('Domain').click()`);
    await tab.run(`bench.when(() => bench.stands() && bench.first().includes('-00001'))`);
    await tab.run(`document.querySelector('.overview .part.password').click()`);
    await searched(tab, text);
    return tab.run<number>('Math.max(0, ...bench.tasks)');
  });

const inFlight = (log: readonly LoggedRequest[]): number => {
  const sent = log.filter(({ operation }) => operation === 'websites.list').map(({ at }) => at);
  return Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + latency).length));
};

/** Seconds until all pages are a file, and how many requests were under way at once. */
const exported = (installed: Installed, sandbox: Sandbox) =>
  inList(installed, 'per_page=50', async ({ cdp, run }) => {
    await cdp.send('Page.setDownloadBehavior', { behavior: 'deny' });
    sandbox.clearLog();
    await run(`bench.button('Export').click()`);
    await run(`bench.when(() => bench.button('CSV'))`);
    const ms = await run<number>(
      `bench.took(() => bench.button('CSV').click(), () => !document.querySelector('dialog'))`,
    );
    return [ms / 1000, inFlight(sandbox.log)] as const;
  });

/** Memory after the tenth page of 100 and after the last. */
const paged = (installed: Installed, count: number) =>
  inList(installed, 'per_page=100', async (tab) => {
    const sizes: number[] = [];
    for (let page = 2; page <= count / 100; page++) {
      await tab.run(next);
      if (page === 10 || page === count / 100) sizes.push(await heap(tab));
    }
    return sizes;
  });

/** What one does in a list of 100 rows. */
const acted = (installed: Installed, text: string) =>
  inList(installed, 'per_page=100', async (tab) => {
    const found = { next: await repeated(rounds, () => tab.run(next)), select: [] as number[], heap: [] as number[] };
    found.select = await repeated(rounds, async () => {
      const took = await tab.run<number>(selectAll);
      await tab.run(clear);
      return took;
    });
    found.heap = [await heap(tab)];
    const keys: [number, number][] = [];
    for (let n = 0; n < rounds; n++) keys.push(await searched(tab, text));
    return { ...found, slowest: keys.map(([key]) => key), result: keys.map(([, result]) => result) };
  });

/** The list of websites of a service that takes 50 ms, by how many there are. */
export const lists = ({ build, web, sandbox, say }: Context): Promise<ListRow[]> => {
  const rows = new Map<string, ListRow>();
  const note = (what: string, count: number, values: readonly number[], digits = 0) => {
    const row = rows.get(what) ?? { what, digits, points: [] };
    rows.set(what, { ...row, points: [...row.points, { n: count, value: spread(values) }] });
  };
  const task = async (installed: Installed) => {
    sandbox.reset();
    await connect(installed, sandbox);
    for (const count of counts) {
      sandbox.reset();
      sandbox.addWebsites(count);
      sandbox.behave({ delay: latency });
      for (const size of [10, 25, 50, 100].filter((one) => one <= count)) {
        const { first, all, moved } = await opened(installed, size);
        note(`Opened with ${size} rows: to its first rows, ms`, count, first);
        note(`Opened with ${size} rows: to all of them, ms`, count, all);
        note(`Opened with ${size} rows: layout shift`, count, moved, 3);
      }
      say(`Lists of ${count} opened`);
      if (count < 1000) continue;
      const found = await acted(installed, '04242');
      note('Search, slowest key, ms', count, found.slowest);
      note('Search, from the last key to its result, ms', count, found.result);
      note('Next, 100 rows, ms', count, found.next);
      note('Select all on the page, 100 rows, ms', count, found.select);
      note('Longest task over 50 ms, processor four times as slow, ms', count, [await longest(installed, '04242')]);
      note('Memory with 100 rows, MB', count, found.heap, 1);
      const [tenth = 0, last = 0] = await paged(installed, count);
      note('Memory after 10 pages, MB', count, [tenth], 1);
      note('Memory after all pages, MB', count, [last], 1);
      const [seconds, requests] = await exported(installed, sandbox);
      note('“All pages” as CSV, s', count, [seconds], 1);
      note('“All pages” as CSV, requests at once', count, [requests]);
      say(`Lists of ${count} searched, paged and exported`);
    }
    sandbox.reset();
    return [...rows.values()];
  };
  return withInstalled(task, waymark(build).registered, web.port, shop);
};
